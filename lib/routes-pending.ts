import type { RouteEntry } from './routes.ts'

/**
 * URLs of the specification (point 2) whose screen is not built yet: they answer the 404 page and stand in no menu.
 * Who builds one moves its row to lib/routes.ts and its title from `pendingRoutes` of the catalogue to the `names` of its domain; the
 * list may only shrink.
 */
export const pendingRoutes = {
  // Reports of business
  businessReportDetails: { path: '/finance/business/detail', keepAlive: false },
  // Customer service and return visits
  repaymentReminders: { path: '/clientService/remind' },
  collection: { path: '/clientService/collect' },
  phoneCheck: { path: '/clientService/visit' },
  returnVisitDetails: { path: '/client-review/lookdetails', keepAlive: false },
  // Loans after release
  reports: { path: '/hzhc/report' },
  reportDetails: { path: '/hzhc/bbxq', keepAlive: false },
  calls: { path: '/hzhc/call' },
  smsRecords: { path: '/hzhc/dxjl' },
  callRecords: { path: '/hzhc/thjl' },
  contacts: { path: '/hzhc/lxr' },
} as const satisfies Record<string, RouteEntry>
