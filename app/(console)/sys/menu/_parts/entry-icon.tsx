import { Icon, noIcon } from '@/components/ui/icon'
import { menuIconOf } from '@/lib/menu-icons'

/** The icon of an entry that is being edited: any of the table, a dot for a name that is in none. */
export function EntryIcon({ name }: { name: string }) {
  return <Icon name={menuIconOf(name) ?? noIcon} />
}
