import { moduleUrl } from '../workerThread.ts';

/** URL of the module from which a thread imports its projections and their fold. */
export const PROJECTIONS_MODULE = moduleUrl('projections/catalog').href;
