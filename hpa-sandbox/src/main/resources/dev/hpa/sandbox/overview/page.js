"use strict";

// The token is in the fragment of the URL; the script moves it to the memory of this tab only, so
// that neither the address bar nor the history keeps it.
const KEY = "sandbox-token";
const SECONDS = 1.5;
const KEPT = 360;
const WIDTH = 360;
const HEIGHT = 74;

const given = location.hash.slice(1);
if (given) {
  sessionStorage.setItem(KEY, given);
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem(KEY);

const byId = (id) => document.getElementById(id);
const cards = new Map();
const visible = new Set();
let samples = [];
let last = null;
let asking = false;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function shape(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function cores(milli) {
  return milli >= 10000 ? (milli / 1000).toFixed(1) : milli >= 1000 ? (milli / 1000).toFixed(2) : milli + "m";
}

function took(request) {
  const ms = request.millis;
  return ms >= 60000 ? (ms / 60000).toFixed(1) + " min" : ms >= 1000 ? (ms / 1000).toFixed(1) + " s" : ms.toFixed(1) + " ms";
}

function say(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

// Unchanged elements are not replaced, so that a selection or a tooltip is kept.
function put(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function rows(body, all) {
  const print = JSON.stringify(all);
  if (body.print === print) return;
  body.print = print;
  body.parentElement.hidden = !all.length;
  body.replaceChildren(...all.map((cells) => {
    const row = element("tr");
    row.append(...cells.map(([text, className]) => element("td", text, className)));
    return row;
  }));
}

function line(points, at, scale) {
  return points.map(([x, values], i) => (i ? "L" : "M") + x.toFixed(1) + " " + scale(values[at]).toFixed(1)).join("");
}

function steps(points, at, scale) {
  return points.map(([x, values], i) => (i ? "H" + x.toFixed(1) + "V" : "M" + x.toFixed(1) + " ") + scale(values[at]).toFixed(1)).join("");
}

function pane(label, top) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label });
  svg.append(shape("path", { class: "rule", d: `M0 ${HEIGHT - 1}H${WIDTH}` }));
  svg.append(shape("title", {}, label));
  return { svg, scale: (value) => HEIGHT - 2 - (value / top) * (HEIGHT - 6) };
}

// The right edge is the current time, the left one the first sample, at least 5 minutes ago.
function charts(id) {
  const known = samples.filter((sample) => sample.of[id]);
  if (!known.length) return [];
  const end = samples[samples.length - 1].at;
  const span = Math.max(300000, end - known[0].at);
  const points = known.map((sample) => [WIDTH - ((end - sample.at) / span) * WIDTH, sample.of[id]]);
  const high = (...which) => Math.max(1, ...known.flatMap((sample) => which.map((at) => sample.of[id][at])));
  const pods = high(0, 1);
  const cpu = high(2, 3);
  const minutes = Math.round(span / 60000);
  const replicas = pane(`Replicas over ${minutes} min, at most ${pods}`, pods);
  const ready = steps(points, 0, replicas.scale);
  replicas.svg.append(
    shape("path", { class: "area", d: `${ready}V${HEIGHT - 1}H${points[0][0].toFixed(1)}Z` }),
    shape("path", { class: "ready", d: ready }),
    shape("path", { class: "desired", d: steps(points, 1, replicas.scale) }));
  const load = pane(`CPU over ${minutes} min, at most ${cores(cpu)}`, cpu);
  load.svg.append(
    shape("path", { class: "asked", d: line(points, 2, load.scale) }),
    shape("path", { class: "used", d: line(points, 3, load.scale) }));
  return [
    element("div", `replicas, up to ${pods}, last ${minutes} min`, "hint"), replicas.svg,
    element("div", `CPU, up to ${cores(cpu)}`, "hint"), load.svg,
  ];
}

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) {
      visible.add(entry.target.id);
      draw(entry.target.id);
    } else {
      visible.delete(entry.target.id);
    }
  }
}, { rootMargin: "200px" });

function card(id) {
  const made = element("article", undefined, "card");
  made.id = id;
  const parts = {};
  for (const [part, kind] of [["name", "h3"], ["of", "div"], ["replicas", "div"], ["metrics", "div"], ["charts", "div"], ["conditions", "ul"]]) {
    parts[part] = element(kind, undefined, part);
    made.append(parts[part]);
  }
  parts.now = element("span");
  parts.bounds = element("small");
  parts.replicas.append(parts.now, " ", parts.bounds);
  watcher.observe(made);
  return { made, parts };
}

// AbleToScale and ScalingActive are good when they are true, ScalingLimited when it is false.
function mood(condition) {
  if (condition.type === "ScalingLimited") return condition.status === "True" ? "bad" : "";
  return condition.status === "True" ? "good" : "bad";
}

function fill(scaler) {
  let found = cards.get(scaler.id);
  if (!found) {
    found = card(scaler.id);
    cards.set(scaler.id, found);
  }
  const { made, parts } = found;
  const print = JSON.stringify(scaler);
  if (made.print !== print) {
    made.print = print;
    put(parts.name, scaler.namespace + "/" + scaler.name);
    put(parts.of, scaler.target);
    put(parts.now, scaler.current === scaler.desired ? `${scaler.current}` : `${scaler.current} → ${scaler.desired}`);
    put(parts.bounds, `replicas, ${scaler.min} to ${scaler.max}`);
    put(parts.metrics, scaler.metrics);
    parts.conditions.replaceChildren(...(scaler.conditions || []).map((condition) => {
      const item = element("li", condition.type + (condition.status === "True" ? "" : ": " + condition.status), mood(condition));
      item.title = condition.reason + ": " + condition.message;
      item.tabIndex = 0;
      return item;
    }));
  }
  return made;
}

function draw(id) {
  const found = cards.get(id);
  const newest = samples.length ? samples[samples.length - 1].n : 0;
  if (found && found.drawn !== newest) {
    found.drawn = newest;
    found.parts.charts.replaceChildren(...charts(id));
  }
}

function list(target, children) {
  const same = target.children.length === children.length && children.every((child, i) => target.children[i] === child);
  if (!same) target.replaceChildren(...children);
}

function showAutoscalers() {
  const wanted = byId("filter").value.trim().toLowerCase();
  const shown = last.autoscalers.filter((each) => (each.namespace + "/" + each.name).toLowerCase().includes(wanted));
  const there = new Set(last.autoscalers.map((each) => each.id));
  for (const [id, found] of cards) {
    if (!there.has(id)) {
      watcher.unobserve(found.made);
      cards.delete(id);
      visible.delete(id);
    }
  }
  byId("legend").hidden = !last.autoscalers.length;
  byId("filter").hidden = !last.autoscalers.length;
  const count = last.autoscalerCount;
  put(byId("autoscaler-count"), !count ? "none yet: kubectl autoscale deployment NAME --cpu-percent=50 --max=10"
    : shown.length === count ? `${count}` : `${shown.length} of ${count}`);
  list(byId("autoscalers"), shown.map(fill));
  visible.forEach(draw);
}

function show() {
  const facts = [last.now.replace("T", " ").replace("Z", " UTC"), `${last.nodes} nodes`, `${last.pods} pods`];
  if (last.faults) facts.push(last.faults === 1 ? "1 fault" : `${last.faults} faults`);
  byId("facts").replaceChildren(...facts.map((text) => element("li", text)));
  showAutoscalers();
  const more = last.workloadCount - last.workloads.length;
  put(byId("workload-count"), !last.workloadCount ? "none yet: kubectl create deployment web --image=web"
    : more ? `${last.workloadCount}, of which ${more} are not shown` : `${last.workloadCount}`);
  rows(byId("workloads"), last.workloads.map((each) => [
    [each.namespace], [each.name], [each.kind],
    [`${each.ready}/${each.desired}`, each.ready < each.desired ? "number bad" : "number"],
    [cores(each.used), "number"], [cores(each.asked), each.unmet > 0 ? "number bad" : "number"],
    [each.load || "none", "wide"]]));
  rows(byId("requests"), last.requests.map((each) => [
    [each.at.slice(11, 19)], [each.client || "unknown"], [each.user || "unknown"], [each.verb], [each.path, "wide"],
    [each.code ? `${each.code}` : "reset", each.code >= 400 || !each.code ? "number bad" : "number"], [took(each), "number"]]));
}

async function refresh() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const after = samples.length ? samples[samples.length - 1].n : 0;
    const answer = await fetch("/sandbox/overview?after=" + after, { headers: { Authorization: "Bearer " + token }, cache: "no-store" });
    if (answer.status === 401 || answer.status === 403) {
      say("No token: open the URL that the sandbox printed at its start, including the part after #.");
      return;
    }
    if (!answer.ok) throw new Error("the status was " + answer.status);
    last = await answer.json();
    // A restarted sandbox counts its samples from 1.
    if (last.samples.length && last.samples[0].n <= after) samples = [];
    samples = samples.concat(last.samples).slice(-KEPT);
    say("");
    show();
  } catch (problem) {
    say("The sandbox does not respond. The page shows the last known state.");
  } finally {
    asking = false;
  }
}

byId("filter").addEventListener("input", () => last && showAutoscalers());
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, SECONDS * 1000);
refresh();
