// @ts-check
import {el} from './dom.js';

/** @typedef {import('./types.js').Row} Row */

/**
 * The tree of namespaces and, in each, of the kinds of targets.
 */
export class NamespaceTree {
  /**
   * @param {HTMLElement} root
   * @param {(ns: string, kind: string) => void} select both empty for all
   */
  constructor(root, select) {
    this.root = root;
    this.select = select;
    this.ns = '';
    this.kind = '';
    this.last = '';
    root.addEventListener('keydown', event => this.onKey(event));
  }

  /** @param {Iterable<Row>} rows */
  show(rows) {
    /** @type {Map<string, {count: number, problems: number, kinds: Map<string, number>}>} */
    const found = new Map();
    let all = 0;
    for (const row of rows) {
      all++;
      let ns = found.get(row.ns);
      if (!ns) {
        ns = {count: 0, problems: 0, kinds: new Map()};
        found.set(row.ns, ns);
      }
      ns.count++;
      ns.problems += row.badges.includes('failing') || row.badges.includes('ambiguous') ? 1 : 0;
      ns.kinds.set(row.kind, (ns.kinds.get(row.kind) || 0) + 1);
    }
    const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
    const content = JSON.stringify([all, this.ns, this.kind, sorted.map(([n, v]) => [n, v.count, v.problems, [...v.kinds]])]);
    if (content === this.last) {
      return;
    }
    this.last = content;
    const focused = this.root.contains(document.activeElement);
    this.root.replaceChildren(this.item('All namespaces', all, 0, '', '', 1));
    for (const [name, ns] of sorted) {
      const item = this.item(name, ns.count, ns.problems, name, '', 1);
      this.root.append(item);
      if (name === this.ns && ns.kinds.size > 0) {
        item.setAttribute('aria-expanded', 'true');
        for (const [kind, count] of ns.kinds) {
          this.root.append(this.item(kind, count, 0, name, kind, 2));
        }
      }
    }
    if (focused) {
      this.selected()?.focus();
    }
  }

  /**
   * @param {string} label
   * @param {number} count
   * @param {number} problems
   * @param {string} ns
   * @param {string} kind
   * @param {number} level
   */
  item(label, count, problems, ns, kind, level) {
    const selected = ns === this.ns && kind === this.kind;
    const item = el('li', {
      role: 'treeitem', 'aria-level': level, 'aria-selected': selected ? 'true' : 'false',
      tabindex: selected ? 0 : -1, class: `level-${level}`,
    }, el('span', {class: 'ns'}, label));
    if (problems > 0) {
      item.append(el('span', {class: 'problems', title: 'failing or ambiguous'}, String(problems)));
    }
    item.append(el('span', {class: 'number'}, String(count)));
    item.addEventListener('click', () => this.choose(ns, kind));
    return item;
  }

  /**
   * @param {string} ns
   * @param {string} kind
   */
  choose(ns, kind) {
    this.ns = ns;
    this.kind = kind;
    this.select(ns, kind);
  }

  selected() {
    return /** @type {HTMLElement|null} */ (this.root.querySelector('[aria-selected="true"]'));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const items = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const index = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const steps = {ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1};
    if (event.key in steps) {
      event.preventDefault();
      items[Math.max(0, Math.min(items.length - 1, steps[event.key]))].focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && index >= 0) {
      event.preventDefault();
      items[index].click();
    }
  }
}
