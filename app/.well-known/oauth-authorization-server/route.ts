// Metadata for apps.
export {
  serveServerMetadata as GET,
  metadataPreflight as OPTIONS,
  metadataWrongMethod as POST,
  metadataWrongMethod as PUT,
  metadataWrongMethod as PATCH,
  metadataWrongMethod as DELETE,
} from '../../../server/oauth/metadata.ts';
