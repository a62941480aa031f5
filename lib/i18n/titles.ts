import { type RouteKey, routes } from '../routes.ts'
import { say } from './say.ts'
import type { Messages } from './translator.ts'

/** The titles of all pages: browsers have them with the document, whose tabs they name. */
export const titles = Object.fromEntries(
  Object.values(routes).map(({ key, titleKey }) => [key, say(titleKey)]),
) as Record<RouteKey, string> satisfies Messages['routes']
