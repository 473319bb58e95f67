package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;

/**
 * The ConfigMap {@code kube-system/extension-apiserver-authentication}, from which servers that
 * delegate authentication read the CAs of client certificates. Both CAs are the certificate of the
 * API server, which signs no client certificates.
 */
final class AuthenticationConfigMap {

  private static final ObjectKey KEY =
      new ObjectKey("kube-system", "extension-apiserver-authentication");

  private AuthenticationConfigMap() {}

  /** Creates the ConfigMap, or updates its CAs. */
  static void write(Cluster cluster, String authority) {
    ObjectNode map = map(authority);
    if (cluster.find(ResourceTypes.CONFIG_MAPS, KEY) == null) {
      cluster.create(ResourceTypes.CONFIG_MAPS, KEY.namespace(), map, false);
    } else {
      cluster.update(
          ResourceTypes.CONFIG_MAPS, KEY, "", there -> there.set("data", map.path("data")), false);
    }
  }

  private static ObjectNode map(String authority) {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    map.put("kind", "ConfigMap").put("apiVersion", "v1");
    map.putObject("metadata").put("name", KEY.name());
    map.putObject("data")
        .put("client-ca-file", authority)
        .put("requestheader-allowed-names", "[\"front-proxy-client\"]")
        .put("requestheader-client-ca-file", authority)
        .put("requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]")
        .put("requestheader-group-headers", "[\"X-Remote-Group\"]")
        .put("requestheader-username-headers", "[\"X-Remote-User\"]");
    return map;
  }
}
