import { HIDDEN, nameOf } from './visible.js';

/**
 * @typedef {Node | string | undefined | false | Children} Child
 * @typedef {{ [Symbol.iterator](): Iterator<Child>, readonly length: number }} Children
 */

/**
 * Creates an element. Strings become text nodes, so that no response of a server can become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | true | undefined>>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : value);
  }
  add(element, children);
  return element;
}

/**
 * @param {Node} parent
 * @param {Children} children
 */
export function add(parent, children) {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (typeof child === 'string') parent.appendChild(visibleText(child));
    else if (child instanceof Node) parent.appendChild(child);
    else add(parent, child);
  }
}

/**
 * A text in which invisible characters are replaced by their code points.
 * @param {string} text
 */
export function visibleText(text) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    fragment.append(text.slice(end, index));
    const mark = document.createElement('span');
    mark.className = 'mark';
    mark.textContent = nameOf(character);
    fragment.append(mark);
    end = index + character.length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

/**
 * One of the icons defined in the page.
 * @param {string} name
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#icon-${name}`);
  drawing.append(use);
  return drawing;
}

/**
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} [within]
 * @returns {Kind[]}
 */
export function all(selector, kind, within = document) {
  return /** @type {Kind[]} */ ([...within.querySelectorAll(selector)].filter((one) => one instanceof kind));
}

/**
 * The first match of a selector; throws where there is none.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} [within]
 * @returns {Kind}
 */
export function the(selector, kind, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  if (milliseconds < 0.5) return '< 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {number} count */
export function formatNumber(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
