// SPDX-License-Identifier: GPL-2.0
/*
 * The virtual box calls itself a Raspberry Pi: the two files of a device tree by which programs know one, for
 * machines that have no device tree. In /proc itself, so that services which mount a /proc of their own see them too.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static char *model = "Raspberry Pi 4 Model B Rev 1.5";
module_param(model, charp, 0444);
static uint revision = 0xd03115;
module_param(revision, uint, 0444);

static struct proc_dir_entry *tree;

static int show_model(struct seq_file *out, void *unused)
{
	/* As in a real tree: a string with its zero byte. */
	return seq_write(out, model, strlen(model) + 1);
}

static int show_revision(struct seq_file *out, void *unused)
{
	__be32 value = cpu_to_be32(revision);

	return seq_write(out, &value, sizeof(value));
}

static int __init begin(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -ENOMEM;
	system = proc_mkdir("system", tree);
	if (!system || !proc_create_single("model", 0444, tree, show_model) ||
	    !proc_create_single("linux,revision", 0444, system, show_revision)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit end(void)
{
	proc_remove(tree);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("A Raspberry Pi's model and revision, for a virtual machine");
MODULE_LICENSE("GPL");
