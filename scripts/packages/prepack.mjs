// What npm runs before `npm pack` in the clone.
import { prepareClone } from './pack.mjs';

prepareClone();
