import { href, type RouteKey } from './routes.ts'
import { standardTemplate } from './rules/order-entry/templates.ts'

/** The pages of an order by the template that it is entered with; one without pages of its own has the standard ones. */

type Pages = { intake: RouteKey; intakeDetails: RouteKey; entry: RouteKey; details: RouteKey }

const standard = {
  intake: 'intakeForm',
  intakeDetails: 'intakeDetails',
  entry: 'entryStandard',
  details: 'entryDetails',
} as const satisfies Pages

const pages: Readonly<Record<string, Partial<Pages>>> = {
  noInsure: {
    intake: 'intakeUninsured',
    intakeDetails: 'intakeUninsuredDetails',
    entry: 'entryUninsured',
    details: 'entryUninsuredDetails',
  },
  bd2: {
    intake: 'intakeInsuredLoan',
    intakeDetails: 'intakeInsuredLoanDetails',
    entry: 'entryInsuredLoan',
    details: 'entryInsuredLoanDetails',
  },
  hzhcld: { entry: 'entryPartnerUsedCar' },
  bdzgcld: { entry: 'entryOwnCarLeaseback' },
  bdzgcldv2: { entry: 'entryOwnCarLeasebackV2' },
  bdcerld: { entry: 'entrySecondLien' },
  lhdld: { entry: 'entryJointLoan' },
  jdzlld: { entry: 'entryDirectLease', details: 'entryDirectLeaseDetails' },
  hqxhld: { entry: 'entryBalloon', details: 'entryBalloonDetails' },
  bdbzrld: { entry: 'entryGuarantor' },
}

/** The route of a page of an order of a template. */
export const templatePage = (page: keyof Pages, templateCode = standardTemplate.code): RouteKey =>
  pages[templateCode]?.[page] ?? standard[page]

/** The address of a page of an order, which its row or its head is enough for. */
export const orderHref = (
  page: keyof Pages,
  { id: orderId, templateCode }: { id: number; templateCode?: string },
): string => href(templatePage(page, templateCode), { orderId })
