// Metadata for apps.
export {
  serveSiteResource as GET,
  metadataPreflight as OPTIONS,
  metadataWrongMethod as POST,
  metadataWrongMethod as PUT,
  metadataWrongMethod as PATCH,
  metadataWrongMethod as DELETE,
} from '../../../server/oauth/metadata.ts';
