type Entry<V> = { value: V; expires: number }

/** A map with a size limit and an end for each entry; the least recently used entry goes first. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #limit: number

  /** @param limit entries at most. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value, unless it has ended. `now` in epoch ms. */
  get(key: string, now = Date.now()): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (entry.expires <= now) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Keeps the value until `expires` (epoch ms) at the latest. */
  set(key: string, value: V, expires: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, expires })
    if (this.#entries.size <= this.#limit) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
