// What no link may lead to: IANA's special-purpose registries for IPv4 and IPv6, and every way into them.
export const privateAddresses = `
  s special-purpose registries for IPv4 and IPv6, and every way into them.
export const privateAddresses = [
   ,  ,  ,  ,  ,  ,  , 
  ,
   ,  ,  ,  ,  ,  ,  , 
  ,
   ,  ,  ,  ,  ,  ,  , 
  ,
   ,  ,  ,  ,  ,  ,  , 
  ,
   ,  ,  ,  ,  ,  ,  , 
  ,
   ,  ,  , 
`
  .trim()
  .split(/\s+/);
