// @ts-check
const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element. Strings become text nodes, never markup.
 *
 * @param {string} tag
 * @param {Record<string, string|number|boolean|undefined>} [attributes] false and undefined are omitted
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * An element of SVG.
 *
 * @param {string} tag
 * @param {Record<string, string|number|boolean|undefined>} attributes
 * @param {...Node} children
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, string|number|boolean|undefined>} attributes
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * A table; on a narrow screen each row is a list, in which the cells repeat their heads.
 *
 * @param {string[]} heads
 * @param {(string|null|undefined)[][]} rows
 * @param {Record<string, string>} [classes] of the cells, by head
 */
export function table(heads, rows, classes = {}) {
  return el('table', {class: 'cards'}, el('tr', {}, ...heads.map(each => el('th', {scope: 'col', class: classes[each]}, each))),
    ...rows.map(row => el('tr', {}, ...row.map((each, index) => el('td', {class: classes[heads[index]], 'data-label': heads[index]}, each ?? '')))));
}

/**
 * The element with an id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`no element ${id}`);
  }
  return element;
}
