import { Icon, type IconName, icons as named, noIcon } from '@/components/ui/icon'
import { useMenu } from './menu'

const isNamed = (name: string): name is IconName => Object.hasOwn(named, name)

/** The icon of a menu entry by the name that the server gives it; an unknown name is a dot. */
export function MenuIcon({ name }: { name: string }) {
  const { icons } = useMenu()
  return <Icon name={icons[name] ?? (isNamed(name) ? name : noIcon)} />
}
