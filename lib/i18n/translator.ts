import type * as zhCN from './messages/zh-CN/index.ts'
import { placesOfName, type Said } from './names.ts'
import type { Shape } from './shape.ts'

/** One language: namespace to its texts. zh-CN is the shape; a second language is a folder beside it that satisfies it. */
export type Messages = Shape<typeof zhCN>

/** Words by code, such as the names of materials, are open: code-words.ts asks for them. */
type Dotted<T> = string extends keyof T
  ? never
  : {
      [K in keyof T & string]: T[K] extends string ? K : `${K}.${Dotted<T[K]>}`
    }[keyof T & string]

/** `namespace.key`, or deeper where a namespace is nested. */
export type MessageKey = Dotted<Said<Messages>>
export type MessageParams = Readonly<Record<string, string | number>>

/** The text of a key, its `{name}` placeholders filled from `params`. */
export type T = (key: MessageKey, params?: MessageParams) => string

/** Fills `{name}` placeholders; one without a value stays as it is written, so that it is noticed. */
export function fill(text: string, params: MessageParams): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

function lookUp(messages: Partial<Messages>, key: string): string | undefined {
  const named = () => placesOfName(key, Object.keys(messages)).map((place) => textAt(messages, place))
  return textAt(messages, key) ?? named().find((text) => text !== undefined)
}

function textAt(messages: Partial<Messages>, key: string): string | undefined {
  let node: unknown = messages
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null) return undefined
    node = (node as Record<string, unknown>)[part]
  }
  return typeof node === 'string' ? node : undefined
}

/** True where a text from elsewhere (a code on the wire, a column name) is a key of the catalogue. */
export function isMessageKey(messages: Partial<Messages>, key: string): key is MessageKey {
  return lookUp(messages, key) !== undefined
}

/** A `t` of a catalogue. An unknown key, which only a cast can produce, is shown as it is. */
export function translator(messages: Partial<Messages>): T {
  return (key, params) => {
    const text = lookUp(messages, key) ?? key
    return params ? fill(text, params) : text
  }
}
