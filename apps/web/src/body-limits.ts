import { maxFileCharacters } from '@shipmate/domain/workspace';
import { maxArchiveBytes } from '@shipmate/protocol/web/archive';
import { maxDeliveryBytes } from '@shipmate/protocol/web/incoming-webhooks';
import { maxManifestCharacters } from '@shipmate/protocol/web/create';
import { maxFileRequestBytes } from '@shipmate/protocol/web/files';
import { maxPatternRequestBytes } from '@shipmate/protocol/web/patterns';
import { maxAppliedCharacters } from '@shipmate/protocol/web/proposals';
import { maxRepositoryArchiveBytes } from '@shipmate/protocol/web/repositories';

/** A character of JSON takes up to six bytes. */
const bytesPerCharacter = 6;
/** The other fields of a request: names of 500 manifests, a prompt. */
const otherBytes = { usual: 10_000, manifests: 1_100_000 };

/** Body limits of the web app by path: no text within its limit is refused by its bytes. */
export const bodyLimits: Readonly<Record<string, number>> = {
  '/api/workspaces/archive': maxArchiveBytes,
  '/api/repositories/archive': maxRepositoryArchiveBytes,
  '/api/repositories/*/archive': maxRepositoryArchiveBytes,
  '/api/workspaces/manifests': bytesPerCharacter * maxManifestCharacters + otherBytes.manifests,
  '/api/workspaces/*/files': maxFileRequestBytes,
  '/hooks/*': maxDeliveryBytes,
  '/api/patterns': maxPatternRequestBytes,
  '/api/proposals/*/confirmation': bytesPerCharacter * maxAppliedCharacters + otherBytes.usual,
  // Clients send the history, of which only the last message is read.
  '/api/chat': bytesPerCharacter * maxFileCharacters + otherBytes.usual,
};
