// Facts from box to box: these to take away as a file, and another owner's to compare and take over.
import { el, labelled } from "/elements.js";

export function travelPlace(box, texts, tools) {
  return { slug: "travel", name: texts.travel, isOpen: false, show: () => travel(box.game, texts, tools) };
}

function travel(game, texts, tools) {
  const said = el("div", { id: "travel-said", role: "status" });
  let text = "";

  async function take(way) {
    const answer = await tools.ask("/api/import", { game, text, way });
    if (answer.status !== 200) return said.replaceChildren(el("p", { class: "bad" }, answer.error));
    if (way === "look") return said.replaceChildren(...difference(answer));
    said.replaceChildren();
    tools.say(answer.said);
    return tools.done();
  }

  function difference(found) {
    const button = (id, label, number, way) => el("button", { type: "button", id, onclick: () => take(way) }, label.replace("{n}", number));
    return [
      ...(found.edition ? [el("p", { class: "bad" }, found.edition)] : []),
      el("p", {}, found.new || found.differing ? found.said : texts.nothing_new),
      ...(found.lines.length ? [el("ul", { class: "soft" }, ...found.lines.map((line) => el("li", {}, line)))] : []),
      ...(found.new ? [button("take-new", texts.take_new, found.new, "new"), " "] : []),
      ...(found.differing ? [button("take-theirs", texts.take_theirs, found.new + found.differing, "theirs")] : []),
    ];
  }

  const file = el("input", {
    id: "import", type: "file", accept: ".toml,text/plain",
    onchange: async (event) => { text = event.target.files.length ? await event.target.files[0].text() : ""; if (text) await take("look"); },
  });
  return [
    el("p", {}, el("a", { id: "export", href: `/api/export?game=${game}`, download: `${game}.toml` }, texts.export)),
    el("p", { class: "soft" }, texts.export_about),
    el("p", {}, labelled(texts.import, file)),
    el("p", { class: "soft" }, texts.import_about),
    said,
  ];
}
