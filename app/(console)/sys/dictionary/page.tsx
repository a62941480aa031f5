import { consolePage } from '@/app/(console)/_parts/console-page'
import { DictionaryAdministrationScreen } from './screen'

export default consolePage('adminDictionaries', () => <DictionaryAdministrationScreen />)
