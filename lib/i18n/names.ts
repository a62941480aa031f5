/**
 * Words that every domain has and the shell says: titles of pages, permissions, and what the audit log calls what was
 * done and to what. A domain keeps them with its other words, under `names`; they are said by the keys of the shell:
 *
 *     const blacklist = {
 *       names: { titles: { blacklist: '黑灰白名单' }, objects: { blacklist: '名单' }, … },
 *       add: '新增名单',
 *
 *     t('routes.blacklist'), t('oversight.objects.blacklist')
 */
const places = {
  titles: 'routes',
  permissions: 'staff.permission',
  actions: 'actions',
  objects: 'oversight.objects',
} as const

/** All that is said: the words of each namespace, and the names of all domains where the shell asks for them. */
export type Said<M> = { [N in keyof M]: Omit<M[N], 'names'> } & {
  routes: Named<M, 'titles'>
  staff: { permission: Named<M, 'permissions'> }
  actions: Named<M, 'actions'>
  oversight: { objects: Named<M, 'objects'> }
}

type Named<M, Kind extends keyof typeof places> = Together<
  { [N in keyof M]: M[N] extends { names: { [K in Kind]: infer W } } ? W : never }[keyof M]
>

/** All members of a union in one. */
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer A) => void ? A : never

/** The key where each domain would have the word of a key of the shell: `blacklist.names.titles.blacklist`. */
export function placesOfName(key: string, domains: readonly string[]): string[] {
  const [kind, place] = Object.entries(places).find(([, place]) => key.startsWith(`${place}.`)) ?? []
  return place === undefined
    ? []
    : domains.map((domain) => `${domain}.names.${kind}${key.slice(place.length)}`)
}
