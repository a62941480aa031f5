import type { z } from 'zod'
import type { Permission } from '../rules/roles.ts'
import { rowNeeds } from './field-permission.ts'

/**
 * Who may call: anybody, anybody signed in, or holders of any of the permissions. `evenLocked` is a call of a session
 * that is answered while its screen is locked too. The door checks the session and its lock, the backend all of it.
 */
export type Access = 'public' | 'session' | 'evenLocked' | readonly [Permission, ...Permission[]]

/** One call of the /nlos/ service: where it is, what it takes, what it answers. */
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  /** Below `/nlos`. */
  path: `/${string}`
  access: Access
  /** `json`: form in, JSON out. `upload`: multipart in, JSON out. `file`: form in, bytes out. */
  kind: 'json' | 'upload' | 'file'
  /** Largest body in bytes. */
  maxBytes: number
  /** The page makes it by itself: it does not show that somebody is there. */
  unattended: boolean
  /** Fields of the rows of a list that need a permission: browsers have this of the schemas, for columns. */
  rowNeeds?: Readonly<Record<string, Permission>> | undefined
  input: I
  output: O
}

/** Declares a call. Bodies are at most 1 MiB unless the call says otherwise. Access and kind stay known to the types. */
export function endpoint<
  const I extends z.ZodType,
  const O extends z.ZodType,
  const A extends Access,
  const K extends Endpoint['kind'] = 'json',
>(
  declared: Pick<Endpoint<I, O>, 'method' | 'path' | 'input' | 'output'> & {
    access: A
    kind?: K
    maxBytes?: number
    unattended?: boolean
  },
): Endpoint<I, O> & { access: A; kind: K } {
  const kind = declared.kind ?? ('json' as K)
  return { maxBytes: 1024 * 1024, unattended: false, ...declared, kind, rowNeeds: rowNeeds(declared.output) }
}

/** What a caller passes. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives after parsing. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What a call answers. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** A call that only reads, and what it is asked with. */
export type Read<E extends Endpoint = Endpoint> = readonly [endpoint: E, input: InputOf<E>]
/** What the server has asked for the first screen of a page, by the path of the call. */
export type FirstAnswer = { path: string; input: unknown; data: unknown }
