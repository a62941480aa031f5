import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/keys.ts'

const keys: Shape<typeof zh> = {
  title: 'Keyboard shortcuts',
  find: 'Find',
  palette: 'Open the command palette',
  sheet: 'Show the shortcuts',
  tabs: 'Tabs',
  nextTab: 'Next tab',
  previousTab: 'Previous tab',
  closeTab: 'Close the tab',
  reopenTab: 'Reopen the closed tab',
  moveTabLeft: 'Move the tab left',
  moveTabRight: 'Move the tab right',
  list: 'Lists',
  search: 'Quick search',
  row: 'Next / previous row',
  openRow: 'Open the chosen row',
  form: 'Forms',
  submit: 'Submit',
  picture: 'Pictures',
  turnPage: 'Next / previous picture',
  zoom: 'Zoom in / out',
  rotate: 'Turn',
  fit: 'Fit to window',

  paletteTitle: 'Command palette',
  placeholder: 'Search pages, customers, orders',
  pages: 'Pages',
  customers: 'Customers',
  orders: 'Orders',
  allOrders: 'Show all {count} in the order query',
  manyOrders: 'Show all of more than {count} in the order query',
  searching: 'Searching',
  found: '{count} results',
  nothing: 'Nothing found for "{text}"',
  hint: 'Type the name of a page, its pinyin or initials; the name of a customer (two characters); four digits of a mobile, ID or order number',
  failed: 'Customers and orders could not be searched; type on to try again',
  choose: 'Choose',
  open: 'Open',
}

export default keys
