/** A served page as the React elements that it consists of. */
import { createElement, type ReactNode } from 'react'

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const SWITCHES = new Set(['checked', 'disabled', 'hidden', 'multiple', 'readonly', 'required', 'selected'])
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g
const TOKENS = /<!--[\s\S]*?-->|<![^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g
const ATTRIBUTES = /([^\s=]+)(?:="([^"]*)")?/g
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

type Open = { tag: string; props: Record<string, unknown>; children: ReactNode[] }

/**
 * Elements, attributes and texts of HTML as React writes it, its scripts and comments left out: what a renderer has to
 * write at least, with no component to call.
 */
export function elementTree(html: string): ReactNode {
  const open: Open[] = [{ tag: '', props: {}, children: [] }]
  const close = () => {
    const done = open.pop()
    if (done) open.at(-1)?.children.push(elementOf(done))
  }
  for (const [token, end, tag, attributes] of html.replace(SCRIPTS, '').matchAll(TOKENS)) {
    if (end !== undefined) close()
    else if (tag !== undefined) {
      open.push({ tag, props: propsOf(attributes ?? ''), children: [] })
      if (VOID.has(tag)) close()
    } else if (!token.startsWith('<')) open.at(-1)?.children.push(textOf(token))
  }
  return open[0]?.children
}

function elementOf({ tag, props, children }: Open): ReactNode {
  if (tag === 'style' || tag === 'title') return createElement(tag, props, children.join(''))
  return createElement(tag, props, ...children)
}

function propsOf(text: string): Record<string, unknown> {
  const pairs = Array.from(text.matchAll(ATTRIBUTES), ([, name = '', value = '']): [string, unknown] => {
    if (name === 'class') return ['className', textOf(value)]
    if (name === 'style') return [name, styleOf(textOf(value))]
    return SWITCHES.has(name) ? [name === 'readonly' ? 'readOnly' : name, true] : [name, textOf(value)]
  })
  return Object.fromEntries(pairs)
}

function styleOf(text: string): Record<string, string> {
  const rules = text.split(';').filter((rule) => rule.includes(':'))
  return Object.fromEntries(
    rules.map((rule) => {
      const [name = '', ...value] = rule.split(':')
      const own = name.startsWith('--')
      return [own ? name : name.replace(/-([a-z])/g, (_all, letter) => letter.toUpperCase()), value.join(':')]
    }),
  )
}

const textOf = (text: string) => text.replace(/&([#\w]+);/g, (all, name) => ENTITIES[name] ?? all)
