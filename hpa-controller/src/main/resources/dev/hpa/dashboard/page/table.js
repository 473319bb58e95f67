// @ts-check
import {el} from './dom.js';

const MARGIN = 10;

/**
 * A grid that renders the visible rows only. The keyboard moves the focus among all rows.
 *
 * @template T
 */
export class Table {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {{id: string, label: string, title?: string, sort?: boolean}[]} options.columns
   * @param {(item: T) => string} options.key
   * @param {(item: T) => Node[]} options.cells one for each column
   * @param {(item: T) => void} options.open
   * @param {(column: string) => void} options.sort
   */
  constructor(root, options) {
    this.options = options;
    /** @type {T[]} */
    this.items = [];
    this.active = 0;
    this.header = el('div', {class: 'row head', role: 'row', 'aria-rowindex': 1});
    for (const [index, column] of options.columns.entries()) {
      const cell = el('div', {role: 'columnheader', 'aria-colindex': index + 1, class: `c-${column.id}`});
      if (column.sort === false) {
        cell.append(column.label);
      } else {
        const button = el('button', {type: 'button', title: column.title ?? ''}, column.label);
        button.addEventListener('click', () => options.sort(column.id));
        cell.append(button);
      }
      this.header.append(cell);
    }
    this.space = el('div', {class: 'space', role: 'presentation'});
    this.scroller = el('div', {class: 'scroll', role: 'rowgroup', tabindex: '-1'}, this.space);
    root.replaceChildren(this.header, this.scroller);
    this.root = root;
    this.scroller.addEventListener('scroll', () => this.render(), {passive: true});
    this.scroller.addEventListener('keydown', event => this.onKey(event));
    new ResizeObserver(() => this.render()).observe(this.scroller);
  }

  /** The height of a row in pixels; phones have higher rows. */
  height() {
    return parseFloat(getComputedStyle(this.root).getPropertyValue('--row')) || 44;
  }

  /**
   * @param {T[]} items
   * @param {string} sorted the column
   * @param {boolean} descending
   */
  show(items, sorted, descending) {
    this.items = items;
    this.active = Math.max(0, Math.min(this.active, items.length - 1));
    this.root.setAttribute('aria-rowcount', String(items.length + 1));
    for (const [index, column] of this.options.columns.entries()) {
      const cell = this.header.children[index];
      if (column.id === sorted) {
        cell.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    }
    this.render();
  }

  render() {
    const height = this.height();
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / height) - MARGIN);
    const visible = Math.ceil(this.scroller.clientHeight / height) + 2 * MARGIN;
    const last = Math.min(this.items.length, first + visible);
    const focused = this.scroller.contains(document.activeElement) && document.activeElement !== this.scroller;
    this.space.style.height = `${this.items.length * height}px`;
    const rows = [];
    for (let index = first; index < last; index++) {
      rows.push(this.row(index, height));
    }
    this.space.replaceChildren(...rows);
    if (focused) {
      const row = /** @type {HTMLElement|null} */ (this.space.querySelector('[tabindex="0"]'));
      (row || this.scroller).focus({preventScroll: true});
    }
  }

  /**
   * @param {number} index
   * @param {number} height
   */
  row(index, height) {
    const item = this.items[index];
    const row = el('div', {
      class: 'row', role: 'row', 'aria-rowindex': index + 2,
      tabindex: index === this.active ? 0 : -1, 'data-key': this.options.key(item),
    });
    row.style.top = `${index * height}px`;
    this.options.cells(item).forEach((content, column) => {
      const id = this.options.columns[column].id;
      row.append(el('div', {role: 'gridcell', 'aria-colindex': column + 1, class: `c-${id}`}, content));
    });
    row.addEventListener('click', () => {
      this.active = index;
      this.options.open(item);
    });
    return row;
  }

  /** @param {number} index */
  move(index) {
    const height = this.height();
    this.active = Math.max(0, Math.min(index, this.items.length - 1));
    const top = this.active * height;
    if (top < this.scroller.scrollTop) {
      this.scroller.scrollTop = top;
    } else if (top + height > this.scroller.scrollTop + this.scroller.clientHeight) {
      this.scroller.scrollTop = top + height - this.scroller.clientHeight;
    }
    this.render();
    /** @type {HTMLElement|null} */ (this.space.querySelector('[tabindex="0"]'))?.focus({preventScroll: true});
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.height()) - 1);
    /** @type {Record<string, number>} */
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
    if (event.key in steps) {
      event.preventDefault();
      this.move(this.active + steps[event.key]);
    } else if (event.key === 'Enter' && this.items[this.active]) {
      event.preventDefault();
      this.options.open(this.items[this.active]);
    }
  }
}
