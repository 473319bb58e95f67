package dev.hpa.kube.client;

import io.kubernetes.client.util.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Credentials from kubeconfigs, from an address without credentials, or from the service account of
 * the pod if there is neither. Each access reads the files again.
 *
 * @param kubeconfigs merged if there are several, of which some may be missing; empty for none
 * @param master address that overrides the server of the kubeconfig; null for none
 * @param isAnonymous whether credentials are omitted
 * @param choice what is used of the kubeconfigs
 */
record ClusterCredentials(
    List<Path> kubeconfigs, @Nullable String master, boolean isAnonymous, KubeconfigChoice choice)
    implements CredentialSource {

  ClusterCredentials {
    kubeconfigs = List.copyOf(kubeconfigs);
  }

  @Override
  public ClusterCredentials anonymous() {
    return new ClusterCredentials(kubeconfigs, master, true, choice);
  }

  @Override
  public ClusterAccess access(InstantSource clock) throws KubeconfigException {
    try {
      return kubeconfigs.isEmpty() && master == null ? inCluster(clock) : configured(clock);
    } catch (KubeconfigException failure) {
      String message = String.valueOf(failure.getMessage());
      throw kubeconfigs.isEmpty() || message.contains(names())
          ? failure
          : new KubeconfigException(names() + ": " + message, failure);
    }
  }

  private String names() {
    return kubeconfigs.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  @Override
  public @Nullable FileTime written() {
    Stream<Path> files =
        kubeconfigs.isEmpty() && master == null
            ? Stream.of(Path.of(Config.SERVICEACCOUNT_TOKEN_PATH))
            : kubeconfigs.stream();
    return files
        .map(ClusterCredentials::written)
        .filter(Objects::nonNull)
        .max(FileTime::compareTo)
        .orElse(null);
  }

  private static @Nullable FileTime written(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException failure) {
      return null;
    }
  }

  private ClusterAccess configured(InstantSource clock) throws KubeconfigException {
    if (master != null) {
      address("--master", master);
    }
    Kubeconfig config = Kubeconfig.read(kubeconfigs).with(choice);
    KubeconfigValidation.requireUsable(config, master == null ? "" : master);
    String server = master == null ? config.cluster().path("server").asText("") : master;
    ServerAddress address = address("the server", server);
    return new KubeconfigAccess(isAnonymous ? config.anonymous() : config, address, clock).access();
  }

  private static ServerAddress address(String what, String server) throws KubeconfigException {
    ServerAddress address = ServerAddress.parse(withScheme(server));
    if (address == null) {
      throw new KubeconfigException(
          what
              + " \""
              + ProxyAddress.masked(server)
              + "\" is not a URL; write it like https://127.0.0.1:6443");
    }
    return address;
  }

  /** The address with a scheme in lower case: schemes are not case-sensitive. */
  private static String withScheme(String server) {
    int end = server.indexOf("://");
    return end < 0
        ? "http://" + server
        : server.substring(0, end).toLowerCase(Locale.ROOT) + server.substring(end);
  }

  private ClusterAccess inCluster(InstantSource clock) throws KubeconfigException {
    String host = System.getenv(Config.ENV_SERVICE_HOST);
    String port = System.getenv(Config.ENV_SERVICE_PORT);
    if (host == null || port == null) {
      throw new KubeconfigException(
          "no cluster: give --kubeconfig FILE, or run inside a pod, where KUBERNETES_SERVICE_HOST"
              + " is set");
    }
    try {
      Authorization token =
          isAnonymous
              ? Authorization.NONE
              : new TokenFile(Path.of(Config.SERVICEACCOUNT_TOKEN_PATH), "", clock);
      byte[] authority = Files.readAllBytes(Path.of(Config.SERVICEACCOUNT_CA_PATH));
      TlsClientConfig tls = new TlsClientConfig(authority, false, "", null, null, null);
      ServerAddress server =
          address(
              "the API server of this pod",
              "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
      return new ClusterAccess(server, tls.calls(server), token, Impersonation.NONE, null);
    } catch (IOException | KubeconfigException failure) {
      throw new KubeconfigException(
          "the service account of this pod is not usable: " + TlsClientConfig.reason(failure),
          failure);
    }
  }
}
