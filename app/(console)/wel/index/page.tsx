import { consolePage } from '@/app/(console)/_parts/console-page'
import { firstAnswers } from '@/lib/bff/first-answers'
import { FirstAnswers } from '@/lib/client/first-answers'
import { reads } from './_parts/reads'
import { HomeScreen } from './screen'

export default consolePage('home', async () => (
  <FirstAnswers answers={await firstAnswers(Object.values(reads))}>
    <HomeScreen />
  </FirstAnswers>
))
