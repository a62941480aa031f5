import { Icon, type IconName, icons } from '@/components/ui/icon'

const isName = (name: string): name is IconName => Object.hasOwn(icons, name)

/** The icon of a menu entry by the name that the server gives it; an unknown name is a dot. */
export function MenuIcon({ name }: { name: string }) {
  return <Icon name={isName(name) ? name : [['circle', { cx: 12, cy: 12, r: 2 }]]} />
}
