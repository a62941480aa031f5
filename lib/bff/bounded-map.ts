type Entry<V> = {
  key: string
  value: V
  expires: number
  older: Entry<V> | undefined
  newer: Entry<V> | undefined
}

/**
 * A map with a size limit and an end for each entry; the least recently used entry goes first. The order of use is a
 * list beside the map: a key taken out of a Map and put in again at each use leaves a mark behind each time, through
 * which the next use has to search, and in a large Map that takes longer than the call it is for.
 */
export class BoundedMap<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #limit: number
  #oldest: Entry<V> | undefined
  #newest: Entry<V> | undefined

  /** @param limit entries at most. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value, unless it has ended. `now` in epoch ms. */
  get(key: string, now = Date.now()): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expires <= now) {
      this.#remove(entry)
      return undefined
    }
    if (entry !== this.#newest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    return entry.value
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = undefined
    this.#newest = undefined
  }

  /** Keeps the value until `expires` (epoch ms) at the latest. */
  set(key: string, value: V, expires: number): void {
    const known = this.#entries.get(key)
    if (known !== undefined) this.#unlink(known)
    const entry = known ?? { key, value, expires, older: undefined, newer: undefined }
    entry.value = value
    entry.expires = expires
    this.#append(entry)
    if (known === undefined) this.#entries.set(key, entry)
    if (this.#entries.size > this.#limit && this.#oldest !== undefined) this.#remove(this.#oldest)
  }

  #remove(entry: Entry<V>): void {
    this.#unlink(entry)
    this.#entries.delete(entry.key)
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest === undefined) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<V>): void {
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
  }
}
