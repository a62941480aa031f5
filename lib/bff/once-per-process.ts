/**
 * State that must exist once in a process. Next bundles a module more than once and `server.ts` loads the same
 * file natively, so module variables are several; this map hangs on `globalThis` under one symbol.
 */
const KEY = Symbol.for('nlos.process')

type Holder = { [KEY]?: Map<string, unknown> }

/** The value under `key`, made at the first call in this process. The caller answers for one type a key. */
export function oncePerProcess<T>(key: string, make: () => T): T {
  const holder = globalThis as typeof globalThis & Holder
  holder[KEY] ??= new Map()
  const state = holder[KEY]
  if (!state.has(key)) state.set(key, make())
  return state.get(key) as T
}
