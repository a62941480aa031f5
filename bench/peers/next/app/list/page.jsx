import { unsealData } from 'iron-session'
import { cookies } from 'next/headers'
import { ListScreen } from './list-screen'

/** A signed-in list page of as many menu entries, rows and columns as the page of ours has that it stands beside. */
export default async function Page({ searchParams }) {
  const seal = (await cookies()).get('nlos-session')?.value ?? ''
  const session = await unsealData(seal, { password: { 1: process.env.SESSION_SECRET } })
  const { entries = 60, rows = 20, columns = 6 } = await searchParams
  return (
    <ListScreen
      user={session.user?.name ?? ''}
      menu={Array.from({ length: Number(entries) }, (_entry, at) => ({
        name: `菜单${at}`,
        url: `/menu/${at}`,
      }))}
      columns={Array.from({ length: Number(columns) }, (_column, at) => `字段${at}`)}
      rows={Array.from({ length: Number(rows) }, (_row, row) =>
        Array.from({ length: Number(columns) }, (_cell, at) => `内容${row}-${at}`),
      )}
    />
  )
}
