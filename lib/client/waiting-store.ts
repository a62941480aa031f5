/**
 * Everything that waits in this browser to be sent, in IndexedDB: it survives a reload and a closed tab, and holds
 * photos. Each item says whose it is, so that nobody's ever goes up in another's name. A browser that keeps nothing (a
 * private window, a full disk) has it in memory, and says so: `isKept()` is false then.
 */

export type WaitingItem = {
  key: string
  /** `<user>/<what it is of>`. */
  of: string
  /** It is still to be sent; what is kept for reading alone is not. */
  waits: boolean
}

const database = 'nlos-waiting'
const table = 'items'
const byOwner = 'of'

let opened: Promise<IDBDatabase> | undefined
let memory: Map<string, WaitingItem> | undefined

/** True where what is kept outlives the page. */
export const isKept = (): boolean => memory === undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table, { keyPath: 'key' }).createIndex(byOwner, byOwner)
    }
    request.onsuccess = () => {
      const found = request.result
      // Another page empties it: this one lets go.
      found.onversionchange = () => {
        found.close()
        opened = undefined
      }
      resolve(found)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('the store of this browser is held by another page'))
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function inDatabase<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Pick<IDBRequest<T>, 'result'>,
): Promise<T> {
  const transaction = (await open()).transaction(table, mode)
  return new Promise<T>((resolve, reject) => {
    const request = act(transaction.objectStore(table))
    // Kept is what is committed, not what was asked for.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Pick<IDBRequest<T>, 'result'>,
  instead: (items: Map<string, WaitingItem>) => T,
): Promise<T> {
  if (memory) return instead(memory)
  try {
    return await inDatabase(mode, act)
  } catch {
    leftThere ??= whatIsLeft()
    const left = await leftThere
    memory ??= left
    return instead(memory)
  }
}

let leftThere: Promise<Map<string, WaitingItem>> | undefined

/** A full disk takes nothing more, and still gives what it has. */
const whatIsLeft = (): Promise<Map<string, WaitingItem>> =>
  inDatabase<WaitingItem[]>('readonly', (store) => store.getAll()).then(
    (all) => new Map(all.map((item) => [item.key, item])),
    () => new Map(),
  )

export async function keepWaiting(item: WaitingItem): Promise<void> {
  await inStore<unknown>(
    'readwrite',
    (store) => store.put(item),
    (items) => items.set(item.key, item),
  )
}

export async function dropWaiting(key: string): Promise<void> {
  // Else it would go up from there with the next page, though its user took it out.
  if (memory) await inDatabase('readwrite', (store) => store.delete(key)).catch(() => undefined)
  await inStore<unknown>(
    'readwrite',
    (store) => store.delete(key),
    (items) => items.delete(key),
  )
}

const rangeOf = (owner: string) => IDBKeyRange.bound(`${owner}/`, `${owner}/\uffff`)

/** Everything of a user, whatever it is of. */
export function waitingOf(userId: number): Promise<WaitingItem[]> {
  const owner = String(userId)
  return inStore<WaitingItem[]>(
    'readonly',
    (store) => store.index(byOwner).getAll(rangeOf(owner)),
    (items) => [...items.values()].filter(({ of }) => of.startsWith(`${owner}/`)),
  )
}

/** The number of things in this browser that are still to be sent, whosever it is: a logout takes all of it. */
export async function countWaiting(): Promise<number> {
  if (!memory && typeof indexedDB === 'undefined') return 0
  const all = await inStore<WaitingItem[]>(
    'readonly',
    (store) => store.getAll(),
    (items) => [...items.values()],
  )
  return all.filter(({ waits }) => waits).length
}

/** A logout leaves nothing: whoever had something waiting has been asked. */
export async function forgetWaiting(): Promise<void> {
  memory = undefined
  leftThere = undefined
  if (typeof indexedDB === 'undefined') return
  await inStore<unknown>(
    'readwrite',
    (store) => store.clear(),
    (items) => items.clear(),
  )
}
