// @ts-check
import * as api from './api.js';
import {Timeline, summary} from './chart.js';
import {byId, el, table} from './dom.js';
import {badges, metricBar} from './fleet.js';
import {count, time} from './format.js';
import {podTables, spread, traceSteps} from './trace.js';
import {WhatIf} from './whatif.js';

/** @typedef {import('./types.js').Detail} DetailData */
/** @typedef {import('./types.js').Row} Row */

/** Columns with texts of any length; the words of the others are not broken. */
const LONG = {Message: 'long', Value: 'long'};

/** The view of one autoscaler. */
export class Detail {
  constructor() {
    this.root = byId('detail');
    this.ns = '';
    this.name = '';
    this.open = false;
    /** @type {DetailData|null} */
    this.data = null;
    /** @type {Timeline|null} */
    this.timeline = null;
    /** The selected sync in milliseconds; -1 for none. */
    this.at = -1;
    /** Whether the last sync is selected, until the user selects another or explains now. */
    this.follows = true;
    this.explaining = 0;
    /** The sync of a link, until the first data; -1 for none. */
    this.wanted = -1;
    this.loading = 0;
    /** @type {WhatIf|null} */
    this.whatIf = null;
  }

  /**
   * @param {string} ns
   * @param {string} name
   * @param {number} at the sync to select, in milliseconds; -1 for none
   */
  async show(ns, name, at) {
    this.close();
    this.open = true;
    this.ns = ns;
    this.name = name;
    this.wanted = at;
    this.follows = at < 0;
    this.build();
    await this.refresh();
    /** @type {HTMLElement|null} */ (this.root.querySelector('h2'))?.focus();
  }

  close() {
    this.open = false;
    this.timeline?.close();
    this.timeline = null;
    this.whatIf?.close();
    this.whatIf = null;
    this.data = null;
    this.at = -1;
    this.root.replaceChildren();
  }

  /** The parts that stay while the data changes. */
  build() {
    this.parts = {
      head: el('div', {class: 'facts'}),
      problem: el('p', {class: 'problem', role: 'alert'}),
      chart: el('div', {class: 'chart', role: 'img', 'aria-label': 'Replicas and metrics over time; the slider below reads each sync'}),
      slider: /** @type {HTMLInputElement} */ (el('input', {type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'Sync'})),
      read: el('p', {class: 'read', role: 'status'}),
      trace: el('div', {class: 'trace'}, el('p', {class: 'hint'}, 'No decision is recorded yet.')),
      pods: el('div', {}),
      spread: el('div', {class: 'wide'}),
      conditions: el('div', {class: 'wide'}),
      events: el('div', {class: 'wide'}),
      options: el('div', {class: 'wide'}),
      yaml: el('pre', {tabindex: 0, 'aria-label': 'YAML'}),
      body: el('div', {hidden: true}),
      counted: el('section', {class: 'card', id: 'counted', hidden: true}, el('h3', {}, 'Pods of the decision')),
    };
    const now = el('button', {type: 'button', id: 'explain-now'}, 'Explain now');
    now.addEventListener('click', () => {
      this.follows = false;
      this.explain('now');
    });
    const p = this.parts;
    p.counted.append(p.pods);
    const pods = el('details', {class: 'card', id: 'pods'}, el('summary', {}, 'Pods'), p.spread);
    pods.addEventListener('toggle', () => /** @type {HTMLDetailsElement} */ (pods).open && this.spread());
    const whatIf = new WhatIf(this.ns, this.name);
    const box = el('details', {class: 'card', id: 'what-if'}, el('summary', {}, 'What if'), whatIf.root);
    box.addEventListener('toggle', () => /** @type {HTMLDetailsElement} */ (box).open && whatIf.run());
    this.whatIf = whatIf;
    p.slider.addEventListener('input', () => this.select(Number(p.slider.value)));
    this.root.replaceChildren(
      el('p', {class: 'back'}, el('a', {href: '#/'}, '← All HPAs')),
      el('h2', {tabindex: -1}, el('small', {}, `${this.ns} / `), this.name),
      p.problem, p.body);
    p.body.append(
      p.head,
      el('div', {class: 'pair'},
        el('section', {class: 'card'}, el('h3', {}, 'Timeline'), p.chart,
          el('p', {class: 'hint'}, '▲▼ scaled, ◆ failed; at the axis of time: events, warnings in red'), el('div', {class: 'pick'}, p.slider, now), p.read),
        el('section', {class: 'card'}, el('h3', {}, 'Decision'), p.trace)),
      p.counted, pods, box,
      el('section', {class: 'card'}, el('h3', {}, 'Conditions'), p.conditions),
      el('section', {class: 'card'}, el('h3', {}, 'Events'), p.events),
      el('section', {class: 'card'}, el('h3', {}, 'Options'), p.options),
      el('details', {class: 'card'}, el('summary', {}, 'YAML'), p.yaml));
  }

  /** Reads the autoscaler again; the selection stays. */
  async refresh() {
    const request = ++this.loading;
    try {
      const data = await api.detail(this.ns, this.name);
      if (this.open && request === this.loading) {
        this.update(data);
      }
    } catch (failure) {
      if (this.open && request === this.loading && this.parts) {
        this.parts.problem.textContent = String(/** @type {Error} */ (failure).message);
      }
    }
  }

  /** @param {DetailData} data */
  update(data) {
    const p = this.parts;
    if (!p) {
      return;
    }
    this.data = data;
    p.problem.textContent = '';
    p.body.hidden = false;
    // A chart needs a visible element.
    this.timeline ??= new Timeline(p.chart, index => this.select(index));
    this.whatIf?.fill(data);
    const row = data.row;
    p.head.replaceChildren(
      fact('Target', `${row.kind}/${row.target}`), fact('Current', count(row.current)), fact('Desired', count(row.desired)),
      fact('Ready', count(row.ready)), fact('Bounds', `${row.min} to ${row.max}`), ...elsewhere(row), badges(row.badges),
      el('div', {class: 'bars'}, ...row.metrics.map(metricBar),
        ...(row.omittedMetrics ? [el('small', {}, `and ${row.omittedMetrics} more`)] : [])));
    const last = data.series.at.length - 1;
    if (this.follows && last >= 0 && this.at !== data.series.at[last]) {
      this.at = data.series.at[last];
      this.explain(this.at);
    }
    const index = data.series.at.indexOf(this.at);
    p.slider.max = String(Math.max(0, last));
    p.slider.disabled = last < 0;
    p.slider.value = String(index < 0 ? last : index);
    if (last < 0) {
      p.chart.style.height = '0';
      p.read.textContent = 'Nothing is recorded yet; the first sync follows within the sync period.';
    } else {
      this.timeline?.show(data, index);
      this.read(index < 0 ? last : index);
    }
    p.conditions.replaceChildren(tableOr(['Type', 'Status', 'Reason', 'Message', 'Since'],
      data.conditions.map(each => [each.type, each.status, each.reason, each.message, each.since ? time(each.since) : '']), 'No conditions yet.'));
    p.events.replaceChildren(tableOr(['Time', 'Type', 'Reason', 'Message', 'Count'],
      [...data.events].reverse().map(each => [time(each.at), each.type, each.reason, each.message, String(each.count)]), 'No events since the start of the history.'));
    const options = Object.entries(data.options);
    p.options.replaceChildren(tableOr(['Annotation', 'Value'], options, 'No options: the HPA behaves as in Kubernetes.'));
    if (data.ignoresOptions && options.length > 0) {
      p.options.prepend(el('p', {class: 'note'}, 'This controller runs in shadow mode, which ignores options.'));
    }
    p.yaml.textContent = data.yaml;
    if (this.wanted >= 0) {
      this.selectAt(this.wanted);
      this.wanted = -1;
    }
  }

  /** @param {number} index */
  read(index) {
    if (this.data && this.parts) {
      const text = summary(this.data, index);
      this.parts.read.textContent = text;
      this.parts.slider.setAttribute('aria-valuetext', text);
    }
  }

  /** @param {number} index */
  select(index) {
    const data = this.data;
    if (data && this.parts) {
      this.follows = false;
      this.at = data.series.at[index];
      this.parts.slider.value = String(index);
      this.timeline?.show(data, index);
      this.read(index);
      this.explain(this.at);
    }
  }

  /**
   * Selects the sync of a link.
   *
   * @param {number} at
   */
  selectAt(at) {
    const index = this.data?.series.at.indexOf(at) ?? -1;
    if (index >= 0) {
      this.select(index);
    } else if (this.data && this.parts) {
      this.parts.trace.replaceChildren(el('p', {class: 'problem', role: 'alert'},
        `The history has no sync of ${new Date(at).toLocaleString('en-GB')}: it is older than --history, or this replica did not reconcile then.`));
    }
  }

  /** Shows how the values of the pods differ now. */
  async spread() {
    const parts = this.parts;
    if (!parts) {
      return;
    }
    try {
      const trace = await api.trace(this.ns, this.name, 'now');
      parts.spread.replaceChildren(spread(trace));
    } catch (failure) {
      parts.spread.replaceChildren(el('p', {class: 'problem', role: 'alert'}, String(/** @type {Error} */ (failure).message)));
    }
  }

  /** @param {number|'now'} at */
  async explain(at) {
    const parts = this.parts;
    if (!parts) {
      return;
    }
    const request = ++this.explaining;
    try {
      const trace = await api.trace(this.ns, this.name, at);
      if (request === this.explaining) {
        if (at !== 'now' && !this.follows) {
          // The address is a link to this decision. Not while the slider moves: browsers limit such changes.
          history.replaceState(null, '', `#/${encodeURIComponent(this.ns)}/${encodeURIComponent(this.name)}/${at}`);
        }
        parts.trace.replaceChildren(traceSteps(trace));
        parts.pods.replaceChildren(...podTables(trace));
        parts.counted.hidden = !parts.pods.hasChildNodes();
      }
    } catch (failure) {
      if (request === this.explaining) {
        parts.trace.replaceChildren(el('p', {class: 'problem', role: 'alert'}, String(/** @type {Error} */ (failure).message)));
        parts.counted.hidden = true;
      }
    }
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return el('span', {class: 'fact'}, el('small', {}, name), el('b', {}, value));
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 * @param {string} none
 */
function tableOr(heads, rows, none) {
  return rows.length === 0 ? el('p', {class: 'hint'}, none) : table(heads, rows, LONG);
}

/**
 * The last change of the replicas by another writer.
 *
 * @param {Row} row
 */
function elsewhere(row) {
  const change = row.elsewhere;
  if (!change) {
    return [];
  }
  const by = change.manager === 'unknown' ? 'another writer' : change.manager;
  const times = change.times === 1 ? '' : `, ${change.times} times`;
  return [fact('Changed elsewhere', `${change.from} → ${change.to} by ${by} at ${time(change.at)}${times}`)];
}
