// Sheets: those of this box to take away as files, and one from outside, looked at before it is kept.
import { el, labelled } from "/elements.js";

export async function sheets(tools) {
  const { sheets: here, texts, error } = await tools.ask("/api/sheets");
  if (!here) return [el("p", { class: "bad" }, error)];
  const said = el("div", { id: "sheet-said", role: "status" });
  const names = el("ul", { id: "sheet-names" });
  let file = { name: "", text: "" };

  const list = (all) => names.replaceChildren(...all.map(({ id, name }) =>
    el("li", {}, el("a", { href: `/api/sheets/file?sheet=${id}`, download: `${id}.toml` }, name))));

  async function take(way) {
    const answer = await tools.ask("/api/sheets/take", { ...file, way });
    if (answer.status !== 200) return said.replaceChildren(el("p", { class: "bad" }, answer.error));
    if (!answer.ok) return said.replaceChildren(...answer.lines.map((line) => el("p", { class: "bad" }, line)));
    said.replaceChildren(el("p", {}, answer.said));
    if (way === "look") return said.append(...ways(answer.standing).flatMap((one) => [button(one), " "]));
    return list((await tools.ask("/api/sheets")).sheets || here);
  }

  const ways = (standing) => ({ none: ["add"], other: ["both", "replace"], same: [] })[standing];
  const button = (way) => el("button", { type: "button", id: `sheet-${way}`, onclick: () => take(way) }, texts[way]);
  const chosen = el("input", {
    id: "sheet-file", type: "file", accept: ".toml,text/plain",
    onchange: async (event) => {
      const [first] = event.target.files;
      if (!first) return;
      file = { name: first.name, text: await first.text() };
      await take("look");
    },
  });
  list(here);
  return [
    el("h2", {}, texts.title), el("p", {}, labelled(texts.send, chosen)), el("p", { class: "soft" }, texts.send_about),
    said, el("p", {}, texts.about), names,
  ];
}
