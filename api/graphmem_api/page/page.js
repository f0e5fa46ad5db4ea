"use strict";
const at = (id) => document.getElementById(id);
const show = (value) => { at("answer").textContent = typeof value === "string" ? value : JSON.stringify(value, null, 2); };
const headers = () => {
  const token = at("token").value.trim();
  return { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
};
const given = () => ({ query: at("query").value, variables: JSON.parse(at("variables").value || "{}") });

async function post(body) {
  const answer = await fetch("graphql", { method: "POST", headers: headers(), body: JSON.stringify(body) });
  const text = await answer.text();
  try { return JSON.parse(text); } catch { return { errors: [{ message: text }] }; }
}

async function run() {
  at("state").textContent = "…";
  const began = performance.now();
  try { show(await post(given())); } catch (error) { show(String(error)); }
  at("state").textContent = `${Math.round(performance.now() - began)} ms`;
}

let socket = null;
function follow() {
  if (socket) { socket.close(); socket = null; at("follow").textContent = "Subscribe"; return; }
  const url = new URL("graphql", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url, "graphql-transport-ws");
  const token = at("token").value.trim();
  const lines = [];
  socket.onopen = () => socket.send(JSON.stringify({ type: "connection_init", payload: token ? { authorization: `Bearer ${token}` } : {} }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "connection_ack") socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: given() }));
    else { lines.unshift(JSON.stringify(message.payload ?? message, null, 2)); show(lines.slice(0, 200).join("\n")); }
  };
  socket.onclose = (event) => { at("state").textContent = `closed ${event.code}`; socket = null; at("follow").textContent = "Subscribe"; };
  at("follow").textContent = "Stop";
}

const named = (type) => type.kind === "NON_NULL" ? `${named(type.ofType)}!` : type.kind === "LIST" ? `[${named(type.ofType)}]` : type.name;
const TYPE = "kind name ofType { kind name ofType { kind name ofType { kind name } } }";
let known = [];
async function learn() {
  const found = await post({ query: `{ __schema { types { name fields { name description type { ${TYPE} } args { name type { ${TYPE} } } } } } }` });
  for (const type of found.data?.__schema?.types ?? []) {
    if (type.name.startsWith("__")) continue;
    for (const field of type.fields ?? []) {
      const args = field.args.map((a) => `${a.name}: ${named(a.type)}`).join(", ");
      known.push([`${type.name}.${field.name}${args ? `(${args})` : ""}: ${named(field.type)}`, field.description ?? ""]);
    }
  }
  list();
}
function list() {
  const wanted = at("filter").value.toLowerCase();
  const dl = document.createElement("dl");
  for (const [term, told] of known.filter(([t]) => t.toLowerCase().includes(wanted || "query.")).slice(0, 60)) {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = term; dd.textContent = told;
    dl.append(dt, dd);
  }
  at("schema").replaceChildren(dl);
}
at("run").onclick = run;
at("follow").onclick = follow;
at("filter").oninput = list;
document.addEventListener("keydown", (e) => { if ((e.ctrlKey || e.metaKey) && e.key === "Enter") run(); });
learn().catch(() => {});
