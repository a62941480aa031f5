import { pathToFileURL } from 'node:url'

/**
 * Turbopack loader for the browser's copy of `lib/domains/<noun>/contract.ts`: of each call its method, path and kind, of
 * a list which columns need a permission, what is read and written, and the permissions that a write needs.
 * The schemas stay on the server, which checks every body in both directions; with them the browser would download a
 * validator of 30 KB to read two strings. Types are those of the contract.
 */
export default async function contractLoader() {
  const contract = await import(`${pathToFileURL(this.resourcePath).href}?${Date.now()}`)
  return Object.entries(contract)
    .filter(([, value]) => isDomain(value))
    .map(([name, domain]) => `export const ${name} = ${JSON.stringify(addressesOf(domain))}\n`)
    .join('')
}

const isEndpoint = (value) => typeof value?.path === 'string' && typeof value.method === 'string'

const isDomain = (value) => typeof value === 'object' && Object.values(value).every(isEndpoint)

const addressesOf = (domain) =>
  Object.fromEntries(
    Object.entries(domain).map(([call, { method, path, kind, rowNeeds, of, writes, access }]) => [
      call,
      {
        method,
        path,
        kind,
        rowNeeds,
        of,
        ...(writes && { writes: moveOf(writes), access: holdersOf(access) }),
      },
    ]),
  )

const moveOf = ({ on, own, id, anyVersion, proposes }) => ({ on, own, id, anyVersion, proposes })

const holdersOf = (access) => (Array.isArray(access) ? access : undefined)
