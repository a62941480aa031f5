import { readFileSync } from 'node:fs'
import { hasAny } from './domains/identity/rules/permission-match.ts'
import { permissionsOf, type RoleCode, roleCodes } from './domains/identity/rules/roles.ts'
import { routes } from './routes.ts'
import { accessOf, type MenuGroup, menuGroups, type ScreenKey, screenKeys, screens } from './screens.ts'

const manual = readFileSync('docs/user-manual.md', 'utf8')
const headings = Array.from(manual.matchAll(/^#{1,4} (.+)$/gm), ([, heading = '']) => heading)

const mayOpen = (role: RoleCode, key: ScreenKey): boolean => {
  const access = accessOf(key)
  return access === 'session' || hasAny(new Set(permissionsOf([role])), access)
}

/** Everything that the types cannot say of a row. That it has its titles and its half in lib/screens.ts, they do. */
describe('every row of a screen is whole', () => {
  test.each(screenKeys)('%s is explained under a heading of the manual', (key) => {
    expect(headings).toContain(screens[key].help)
  })

  test.each(screenKeys)('%s shows in the menu to nobody who may not open it', (key) => {
    const { menu } = screens[key]
    const finders = roleCodes.filter((role) => menu?.for && permissionsOf([role]).includes(menu.for))
    expect(finders.filter((role) => !mayOpen(role, key))).toEqual([])
  })

  test.each(screenKeys)('%s is walked by somebody who may open it, and what it is opened from', (key) => {
    const { walk } = screens[key]
    const opened = [key, ...(walk?.from ? [walk.from.list as ScreenKey] : [])]
    expect(opened.filter((one) => walk && !mayOpen(walk.as, one))).toEqual([])
    // A list counts its rows; what anything else shows has to be said.
    expect(walk === null || walk.kind === 'list' || walk.shows !== undefined).toBe(true)
  })

  test('no two rows have one path, one picture, or an address of a group of the menu', () => {
    const groups: readonly MenuGroup[] = Object.values(menuGroups)
    const addresses = [...Object.values(routes).map(({ path }) => path), ...groups.map(({ url }) => url)]
    expect(addresses.filter((path, at) => addresses.indexOf(path) !== at)).toEqual([])
    const pictures = screenKeys.flatMap((key) => (screens[key].walk ? [screens[key].walk.name ?? key] : []))
    expect(pictures.filter((name, at) => pictures.indexOf(name) !== at)).toEqual([])
    expect(groups.filter((group) => group.in && !(group.in in menuGroups))).toEqual([])
  })
})
