import { HIDDEN, nameOf } from './visible.js';

/**
 * @typedef {Node | string | undefined | false | Children} Child
 * @typedef {{ [Symbol.iterator](): Iterator<Child>, readonly length: number }} Children
 */

/**
 * An element. Whatever is put into it as a string is text: nothing that a server said can become markup.
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
 * A text with every sign that would hide in it written out.
 * @param {string} text
 */
export function visibleText(text) {
  const whole = document.createDocumentFragment();
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(HIDDEN)) {
    whole.append(text.slice(end, index));
    const mark = document.createElement('span');
    mark.className = 'mark';
    mark.textContent = nameOf(sign);
    whole.append(mark);
    end = index + sign.length;
  }
  whole.append(text.slice(end));
  return whole;
}

/**
 * One of the drawings that the page holds.
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
 * An element that the page is known to have.
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
