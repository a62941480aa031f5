import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/collect.ts'

const collect: Shape<typeof zh> = {
  names: {
    actions: {
      collect: {
        make_link: 'Made a collection link',
        revoke_link: 'Revoked a collection link',
        submit: 'Customer sent information',
      },
    },
    objects: { collect_link: 'Collection link' },
  },
  arrived: 'A customer has handed in: {orderNo}',
  tooManyLinks: '{max} links wait already; revoke those you do not need',
  source: 'Source',
  staff: 'Staff',
  link: 'Link',
  open: 'Open form',
  bySource: 'Filled in by the customer ({source}); check it before submitting',

  makeLink: 'Customer link',
  dialogTitle: 'Link for a customer',
  dialogNote: 'For the customer to fill in. Each link serves once, becomes a draft and you are told.',
  shop: 'Shop',
  days: 'Good for',
  dayCount: '{days} days',
  make: 'Make a link',
  made: 'Made; it is shown only this once',
  address: 'Address',
  copy: 'Copy link',
  copied: 'Copied',
  validTo: 'Good until {time}',
  mine: 'My links',
  noLinks: 'No links yet',
  stateOpen: 'Waiting',
  stateUsed: 'Submitted',
  stateExpired: 'Expired',
  stateRevoked: 'Revoked',
  revoke: 'Revoke',
  revokeQuestion: 'Revoke this link? The customer can no longer use it.',
  revokeMany: 'Revoke {count} links? Their customers can no longer use them.',
  revoked: '{count} links revoked',
}

export default collect
