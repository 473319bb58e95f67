package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;

/**
 * The ConfigMap from which servers that delegate authentication learn whose client certificates to
 * trust. Both authorities are the certificate of the API server, of which nobody has any.
 */
final class AuthenticationMap {

  private AuthenticationMap() {}

  static void create(Cluster cluster, String authority) {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    map.put("kind", "ConfigMap").put("apiVersion", "v1");
    map.putObject("metadata").put("name", "extension-apiserver-authentication");
    map.putObject("data")
        .put("client-ca-file", authority)
        .put("requestheader-allowed-names", "[\"front-proxy-client\"]")
        .put("requestheader-client-ca-file", authority)
        .put("requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]")
        .put("requestheader-group-headers", "[\"X-Remote-Group\"]")
        .put("requestheader-username-headers", "[\"X-Remote-User\"]");
    cluster.create(ResourceTypes.CONFIG_MAPS, "kube-system", map, false);
  }
}
