"""The benchmarks that come with the source tree, a module each; ``companion bench NAME`` finds them by name."""
