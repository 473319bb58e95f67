package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds clients and headers from a kubeconfig by the rules of client-go: over {@code http://} no
 * credentials are sent; {@code tokenFile} takes precedence over {@code token}; a client certificate
 * is used in addition; an {@code exec} plug-in runs only if the user has no token, password or
 * certificate.
 */
final class KubeconfigAccess {

  private static final Logger LOG = LoggerFactory.getLogger(KubeconfigAccess.class);
  private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

  private final Kubeconfig config;
  private final ServerAddress server;
  private final InstantSource clock;
  private final JsonNode cluster;
  private final JsonNode user;

  KubeconfigAccess(Kubeconfig config, ServerAddress server, InstantSource clock) {
    this.config = config;
    this.server = server;
    this.clock = clock;
    this.cluster = config.cluster();
    this.user = config.user();
  }

  /** Reads certificates, keys and tokens, and runs the credential plug-in if there is one. */
  ClusterAccess access() throws KubeconfigException {
    Impersonation impersonation = Impersonation.of(user);
    ProxyAddress proxy =
        has(cluster, "proxy-url") ? ProxyAddress.of(text(cluster, "proxy-url")) : null;
    if (!server.isTls()) {
      warnOfPlainHttp();
      TlsClientConfig plain = new TlsClientConfig(null, false, "", null, null, proxy);
      return new ClusterAccess(
          server, plain.calls(server), Authorization.NONE, impersonation, null);
    }
    if (user.isMissingNode() && !config.userName().isEmpty()) {
      LOG.warn("kubeconfig: user \"{}\" does not exist; requests are anonymous", config.userName());
    }
    TlsClientConfig tls =
        new TlsClientConfig(
            data(cluster, "certificate-authority"),
            cluster.path("insecure-skip-tls-verify").asBoolean(),
            text(cluster, "tls-server-name"),
            data(user, "client-certificate"),
            data(user, "client-key"),
            proxy);
    Authorization own = ownAuthorization();
    boolean hasExec = user.path("exec").isObject();
    if (hasExec && own == null && tls.certificate() == null) {
      return withPlugin(tls, proxy, impersonation);
    }
    return new ClusterAccess(
        server, tls.calls(server), own == null ? Authorization.NONE : own, impersonation, null);
  }

  private void warnOfPlainHttp() {
    if (!user.isEmpty()) {
      LOG.warn(
          "kubeconfig: the credentials of user \"{}\" are not sent, because {} is not https",
          config.userName(),
          server);
    }
  }

  private @Nullable Authorization ownAuthorization() throws KubeconfigException {
    String token = text(user, "token");
    String tokenFile = text(user, "tokenFile");
    if (!tokenFile.isEmpty()) {
      return new TokenFile(Path.of(tokenFile), token, clock);
    }
    if (!token.isEmpty()) {
      return Authorization.bearer(token);
    }
    return has(user, "username")
        ? Authorization.basic(text(user, "username"), text(user, "password"))
        : null;
  }

  private ClusterAccess withPlugin(
      TlsClientConfig tls, @Nullable ProxyAddress proxy, Impersonation impersonation)
      throws KubeconfigException {
    ExecCredential credential;
    try {
      credential =
          new ExecPlugin(user.path("exec"), clusterInfo(tls, proxy), ExecPlugin.Timeouts.DEFAULT)
              .run();
    } catch (KubeconfigException failure) {
      throw new KubeconfigException("getting credentials: " + failure.getMessage(), failure);
    }
    TlsClientConfig shown =
        credential.certificate().isEmpty()
            ? tls
            : tls.withCertificate(bytes(credential.certificate()), bytes(credential.key()));
    return new ClusterAccess(
        server,
        shown.calls(server),
        credential.token().isEmpty()
            ? Authorization.NONE
            : Authorization.bearer(credential.token()),
        impersonation,
        credential.expires());
  }

  private ObjectNode clusterInfo(TlsClientConfig tls, @Nullable ProxyAddress proxy) {
    ObjectNode info = JsonNodeFactory.instance.objectNode().put("server", server.text());
    if (!tls.serverName().isEmpty()) {
      info.put("tls-server-name", tls.serverName());
    }
    if (tls.isInsecure()) {
      info.put("insecure-skip-tls-verify", true);
    }
    if (tls.caData() != null) {
      info.put("certificate-authority-data", tls.caData());
    }
    if (proxy != null) {
      info.put("proxy-url", proxy.toString());
    }
    if (cluster.path("disable-compression").asBoolean()) {
      info.put("disable-compression", true);
    }
    JsonNode extension = JsonNodeFactory.instance.nullNode();
    for (JsonNode each : cluster.path("extensions")) {
      if (text(each, "name").equals(EXEC_EXTENSION)) {
        extension = each.path("extension");
      }
    }
    info.set("config", extension);
    return info;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean has(JsonNode node, String key) {
    return KubeconfigValidation.has(node, key);
  }

  private static String text(JsonNode node, String key) {
    return node.path(key).asText("");
  }

  /** The base64-decoded {@code key-data}, or else the contents of the file {@code key}. */
  private static byte @Nullable [] data(JsonNode node, String key) throws KubeconfigException {
    String data = text(node, key + "-data");
    if (!data.isEmpty()) {
      try {
        return Base64.getDecoder().decode(data.replace("\r", "").replace("\n", ""));
      } catch (IllegalArgumentException malformed) {
        throw new KubeconfigException(
            key + "-data: illegal base64 data; encode it with base64 -w0", malformed);
      }
    }
    String file = text(node, key);
    if (file.isEmpty()) {
      return null;
    }
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException failure) {
      throw new KubeconfigException("unable to read " + key + " \"" + file + "\"", failure);
    }
  }
}
