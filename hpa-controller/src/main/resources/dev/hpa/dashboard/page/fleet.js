// @ts-check
import {byId, el, svg} from './dom.js';
import {BADGES, ago, amount, count} from './format.js';
import {NamespaceTree} from './namespaces.js';
import {Table} from './table.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Metric} Metric */

const COLUMNS = [
  {id: 'name', label: 'HPA'},
  {id: 'replicas', label: 'Replicas'},
  {id: 'bounds', label: 'Bounds'},
  {id: 'metrics', label: 'Metrics', title: 'A bar reaches to twice the target, which is marked with its tolerance; green: within, blue: below, orange: above'},
  {id: 'line', label: 'History', sort: false},
  {id: 'scaled', label: 'Last scale'},
  {id: 'reason', label: 'Reason', sort: false},
  {id: 'badges', label: 'State'},
];

/** The counter of all autoscalers, before those of badges. @type {[string, {text: string, title: string, counter: boolean}]} */
const ALL = ['', {text: 'all', title: 'All HPAs', counter: true}];

/** The points of a row's line. */
const POINTS = 30;

/** The highest metric of a row, in shares of its target. @param {Row} row */
function load(row) {
  return Math.max(-1, ...row.metrics.map(each => (each.value === undefined || !each.target ? -1 : each.value / each.target)));
}

/** @type {Record<string, (a: Row, b: Row) => number>} */
const ORDERS = {
  name: byName,
  replicas: (a, b) => (a.current ?? -1) - (b.current ?? -1) || byName(a, b),
  bounds: (a, b) => a.max - b.max || a.min - b.min || byName(a, b),
  metrics: (a, b) => load(a) - load(b) || byName(a, b),
  scaled: (a, b) => (a.scaled?.at ?? 0) - (b.scaled?.at ?? 0) || byName(a, b),
  badges: (a, b) => severity(b) - severity(a) || byName(a, b),
};

/**
 * @param {Row} a
 * @param {Row} b
 */
function byName(a, b) {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.ns < b.ns ? -1 : a.ns > b.ns ? 1 : 0;
}

/** The badges that are problems, the worst first. */
const PROBLEMS = Object.keys(BADGES).filter(each => BADGES[each].counter);

/** How bad the worst problem of a row is. @param {Row} row */
function severity(row) {
  return Math.max(0, ...row.badges.map(each => (PROBLEMS.includes(each) ? PROBLEMS.length - PROBLEMS.indexOf(each) : 0)));
}

/** The end of a long name, which is never cut: names that begin alike often differ there. */
const TAIL = 12;

/**
 * A text that is cut before its end where it is too long for its place.
 *
 * @param {string} text
 */
function middleCut(text) {
  return [el('span', {}, text.slice(0, -TAIL)), el('span', {}, text.slice(-TAIL))];
}

/** The table of all autoscalers with its filters. */
export class Fleet {
  /** @param {(ns: string, name: string) => void} open */
  constructor(open) {
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Map<string, string>} the text that is searched */
    this.texts = new Map();
    /** Whether the rows have been read. */
    this.known = false;
    this.now = Date.now();
    this.period = 15_000;
    this.badge = '';
    this.ns = '';
    this.kind = '';
    this.order = 'badges';
    this.descending = false;
    this.tree = new NamespaceTree(byId('namespaces'), (ns, kind) => {
      this.ns = ns;
      this.kind = kind;
      this.show();
    });
    this.table = new Table(byId('table'), {
      columns: COLUMNS,
      key: row => `${row.ns}/${row.name}`,
      cells: row => this.cells(row),
      open: row => open(row.ns, row.name),
      sort: column => {
        this.descending = this.order === column ? !this.descending : column !== 'name' && column !== 'badges';
        this.order = column;
        this.show();
      },
    });
    this.search = /** @type {HTMLInputElement} */ (byId('search'));
    this.search.addEventListener('input', () => this.show());
    this.search.addEventListener('keydown', event => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        this.table.move(this.table.active);
      }
    });
  }

  /**
   * Replaces all rows.
   *
   * @param {Row[]} rows
   */
  replace(rows) {
    this.rows.clear();
    this.texts.clear();
    this.known = true;
    rows.forEach(row => this.put(row));
  }

  /** @param {Row} row */
  put(row) {
    const key = `${row.ns}/${row.name}`;
    this.rows.set(key, row);
    this.texts.set(key, `${key} ${row.kind}/${row.target} ${row.metrics.map(each => each.name).join(' ')}`.toLowerCase());
  }

  /** @param {string} key */
  remove(key) {
    this.rows.delete(key);
    this.texts.delete(key);
  }

  /**
   * The badges of a row; staleness depends on the time.
   *
   * @param {Row} row
   */
  badges(row) {
    const limit = Math.max(3 * this.period, 60_000);
    return row.at !== undefined && this.now - row.at > limit ? [...row.badges, 'stale'] : row.badges;
  }

  /** Shows the rows that pass the filters, in order. */
  show() {
    if (!this.known) {
      byId('count').textContent = 'loading …';
      return;
    }
    const terms = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {Row[]} */
    const found = [];
    /** @type {Record<string, number>} */
    const counts = {};
    for (const [key, row] of this.rows) {
      const badges = this.badges(row);
      badges.forEach(badge => (counts[badge] = (counts[badge] || 0) + 1));
      const text = this.texts.get(key) || '';
      if ((!this.ns || row.ns === this.ns) && (!this.kind || row.kind === this.kind)
          && (!this.badge || badges.includes(this.badge)) && terms.every(term => text.includes(term))) {
        found.push(row);
      }
    }
    const order = ORDERS[this.order];
    found.sort(this.descending ? (a, b) => order(b, a) : order);
    this.table.show(found, this.order, this.descending);
    this.tree.show(this.rows.values());
    this.counters(counts);
    const all = this.rows.size === 1 ? '1 HPA' : `${this.rows.size} HPAs`;
    byId('count').textContent = found.length === this.rows.size ? all : `${found.length} of ${all}`;
    this.empty(found.length === 0 && this.rows.size > 0);
    this.total();
  }

  /** Says that the filters leave no row, with a button that removes them. @param {boolean} isEmpty */
  empty(isEmpty) {
    const box = byId('empty');
    box.hidden = !isEmpty;
    byId('table').hidden = isEmpty;
    if (isEmpty) {
      const clear = el('button', {type: 'button'}, 'Show all HPAs');
      clear.addEventListener('click', () => {
        this.search.value = '';
        this.badge = '';
        this.tree.choose('', '');
        this.search.focus();
      });
      box.replaceChildren(el('p', {}, this.search.value ? `No HPA matches "${this.search.value}".` : 'No HPA is selected.'), clear);
    }
  }

  /** The replicas of all HPAs, now and during the history. */
  total() {
    let now = 0;
    /** @type {number[]} */
    const line = [];
    for (const row of this.rows.values()) {
      now += row.current ?? 0;
      const known = row.line || [];
      let last = known.find(each => each >= 0) ?? row.current ?? 0;
      for (let index = 0; index < POINTS; index++) {
        last = known[index] >= 0 ? known[index] : last;
        line[index] = (line[index] ?? 0) + last;
      }
    }
    byId('total').replaceChildren(el('b', {}, amount(now)), el('span', {}, now === 1 ? 'replica' : 'replicas'), sparkline(line));
  }

  /** @param {Record<string, number>} counts */
  counters(counts) {
    const root = byId('counters');
    if (!root.hasChildNodes()) {
      for (const [badge, {text, title, counter}] of [ALL, ...Object.entries(BADGES)]) {
        if (counter) {
          const button = el('button', {type: 'button', title, class: `counter b-${badge || 'all'}`, 'data-badge': badge}, el('b'), el('span', {}, text));
          button.addEventListener('click', () => {
            this.badge = this.badge === badge ? '' : badge;
            this.show();
          });
          root.append(button);
        }
      }
    }
    for (const button of /** @type {HTMLElement[]} */ ([...root.children])) {
      const badge = button.dataset.badge || '';
      const number = badge ? counts[badge] || 0 : this.rows.size;
      /** @type {Element} */ (button.firstElementChild).textContent = String(number);
      button.hidden = number === 0 && badge !== this.badge;
      button.setAttribute('aria-pressed', String(this.badge === badge));
    }
  }

  /**
   * @param {Row} row
   * @returns {Node[]}
   */
  cells(row) {
    const all = row.metrics.length + (row.omittedMetrics ?? 0);
    const bars = row.metrics.slice(0, all > 3 ? 2 : 3);
    const more = all - bars.length;
    const scaled = row.scaled;
    const change = scaled && scaled.from !== undefined ? `${scaled.from} → ${scaled.to}` : '';
    return [
      el('span', {class: 'id', title: `${row.ns}/${row.name} · ${row.kind}/${row.target}`},
        el('b', {}, ...middleCut(row.name)), el('small', {}, ...middleCut(`${row.ns} · ${row.kind}${row.target === row.name ? '' : `/${row.target}`}`))),
      replicas(row),
      el('span', {class: 'range'}, `${row.min} to ${row.max}`),
      el('span', {class: 'bars'}, ...bars.map(metricBar),
        ...(more > 0 ? [el('small', {}, bars.length > 0 ? `and ${more} more` : `${more} metrics`)] : [])),
      sparkline(row.line || []),
      el('span', {class: 'when'}, scaled ? el('span', {}, ago(scaled.at, this.now)) : '', el('small', {}, change)),
      why(row),
      badges(this.badges(row)),
    ];
  }
}

/**
 * Why the row fails, or else the reason of its last scale event.
 *
 * @param {Row} row
 */
function why(row) {
  if (row.problem) {
    // A line ends between its words.
    return el('span', {class: 'why', title: row.problem.message},
      ...row.problem.reason.split(/(?=[A-Z])/).flatMap(word => [el('wbr'), word]));
  }
  const reason = row.badges.includes('failing') ? 'a metric has no value' : row.scaled?.reason || otherWriter(row);
  return el('span', {class: 'why', title: reason}, ...shortened(reason));
}

/** Reasons of the controller, with what a table has no room for. @type {[RegExp, string, string][]} */
const REASONS = [
  [/^(?:pods metric |external metric )?(.*?)(?: resource| container resource)?(?: utilization \(percentage of request\))?(?:\(.*\))? above target$/, '↑', '$1 above target'],
  [/^All metrics below target$/, '↓', 'all below target'],
];

/**
 * A reason in a few words, after an icon with the direction.
 *
 * @param {string} reason
 * @returns {(Node|string)[]}
 */
export function shortened(reason) {
  const [form, icon, words] = REASONS.find(([form]) => form.test(reason)) ?? [];
  return form ? [el('span', {class: `direction ${icon === '↑' ? 'up' : 'down'}`, 'aria-hidden': 'true'}, icon || ''), ` ${reason.replace(form, words || '')}`] : [reason];
}

/** @param {Row} row */
function otherWriter(row) {
  const manager = row.elsewhere?.manager;
  return manager ? `changed by ${manager === 'unknown' ? 'another writer' : manager}` : '';
}

/** @param {Row} row */
function replicas(row) {
  const same = row.current === row.desired || row.desired === null;
  const label = same ? `${count(row.current)} replicas` : `${count(row.current)} replicas, ${row.desired} desired`;
  return el('span', {class: 'replicas', 'aria-label': label},
    el('b', {}, count(row.current)), same ? '' : el('span', {class: 'to'}, ` → ${row.desired}`));
}

/** @param {string[]} names */
export function badges(names) {
  return el('span', {class: 'badges'}, ...names.map(name =>
    el('span', {class: `badge b-${name in BADGES ? name : 'other'}`, title: BADGES[name]?.title || ''}, BADGES[name]?.text || name)));
}

/**
 * A metric as a bar up to twice its target, with the target, the tolerance and a mark for more.
 *
 * @param {Metric} metric
 */
export function metricBar(metric) {
  const figures = `${amount(metric.value, metric.unit)} of ${amount(metric.target, metric.unit)}`;
  const label = `${figures} · ${metric.name}`;
  const text = el('small', {}, `${figures} · ${metric.name.replace(/^external metric | per pod$/, '')}`);
  if (!metric.target) {
    return el('span', {class: 'bar', title: label}, text);
  }
  const scale = 100 / (2 * metric.target);
  const at = (/** @type {number} */ value) => Math.max(0, Math.min(100, value * scale));
  const beyond = (metric.value ?? 0) * scale > 100;
  const low = metric.low ?? metric.target;
  const high = metric.high ?? metric.target;
  const state = metric.value === undefined ? 'unknown' : metric.value > high ? 'above' : metric.value < low ? 'below' : 'within';
  return el('span', {class: `bar ${state}`, title: label},
    svg('svg', {viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      svg('rect', {class: 'track', width: 100, height: 10}),
      svg('rect', {class: 'band', x: at(low), width: Math.max(0.5, at(high) - at(low)), height: 10}),
      svg('rect', {class: 'value', y: 2, width: at(metric.value ?? 0), height: 6}),
      svg('rect', {class: 'target', x: at(metric.target) - 0.5, width: 1, height: 10}),
      ...(beyond ? [svg('path', {class: 'beyond', d: 'M88 0 L94 5 L88 10 M94 0 L100 5 L94 10'})] : [])),
    text);
}

/** @param {number[]} line replicas; -1 where nothing is known */
function sparkline(line) {
  const known = line.filter(each => each >= 0);
  const top = Math.max(1, ...known);
  const from = line.findIndex(each => each >= 0);
  const drawing = svg('svg', {
    class: 'spark', viewBox: '0 0 90 24', preserveAspectRatio: 'none', role: 'img',
    'aria-label': known.length ? `between ${Math.min(...known)} and ${Math.max(...known)} replicas` : 'no history yet',
  });
  if (known.length) {
    let last = known[0];
    const points = line.slice(from).map((value, index) => {
      last = value < 0 ? last : value;
      const x = (from + index) * 90 / line.length;
      const y = 22 - 20 * last / top;
      return `${x.toFixed(1)},${y.toFixed(1)} ${(x + 90 / line.length).toFixed(1)},${y.toFixed(1)}`;
    });
    drawing.append(svg('polyline', {points: points.join(' ')}));
  }
  return drawing;
}
