package dev.hpa.app.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * How to get into a cluster: by a kubeconfig, by an address alone without credentials, or as a pod
 * of the cluster does when there is neither. Everything is read from the files anew each time.
 *
 * @param kubeconfig null for none
 * @param master address that takes the place of the kubeconfig's, or null
 */
record Login(@Nullable Path kubeconfig, @Nullable String master) {

  private static final Duration PING = Duration.ofSeconds(20);

  /** A client with the addresses and credentials of now. */
  ApiClient client() throws KubeconfigException {
    try {
      ClientBuilder builder = builder();
      if (master != null) {
        builder.setBasePath(master);
      }
      ApiClient client = builder.setPingInterval(PING).build();
      if (HttpUrl.parse(client.getBasePath()) == null) {
        throw new KubeconfigException(
            (master == null ? kubeconfig + ": the server" : "--master")
                + " \""
                + client.getBasePath()
                + "\" is no address; write it like https://127.0.0.1:6443");
      }
      return client;
    } catch (IOException | RuntimeException failure) {
      throw new KubeconfigException(
          (kubeconfig == null ? "the service account of this pod" : kubeconfig.toString())
              + ": "
              + reason(failure),
          failure);
    }
  }

  /**
   * When the file that names the credentials was written, or null when nobody can tell. Kubelet
   * writes all files of a service account when it writes one.
   */
  @Nullable FileTime written() {
    Path file =
        kubeconfig != null
            ? kubeconfig
            : master == null ? Path.of(Config.SERVICEACCOUNT_TOKEN_PATH) : null;
    try {
      return file == null ? null : Files.getLastModifiedTime(file);
    } catch (IOException failure) {
      return null;
    }
  }

  /** An address alone is reached without credentials, as upstream does. */
  private ClientBuilder builder() throws IOException, KubeconfigException {
    if (kubeconfig != null) {
      return fromFile(kubeconfig);
    }
    return master == null ? inCluster() : new ClientBuilder();
  }

  private static ClientBuilder inCluster() throws IOException, KubeconfigException {
    if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
      throw new KubeconfigException(
          "no cluster: give --kubeconfig FILE, or run inside a pod, where KUBERNETES_SERVICE_HOST is"
              + " set");
    }
    return ClientBuilder.cluster();
  }

  private static ClientBuilder fromFile(Path file) throws IOException, KubeconfigException {
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new KubeconfigException(
          file
              + ": "
              + (Files.isDirectory(file)
                  ? "is a directory"
                  : Files.exists(file) ? "cannot be read" : "no such file")
              + "; give the kubeconfig of a cluster with --kubeconfig");
    }
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      config.setFile(file.toFile());
      if (config.getServer() == null) {
        throw new KubeconfigException(
            file + ": the current context names no cluster with a server address");
      }
      return ClientBuilder.kubeconfig(config);
    }
  }

  /** One line; what client-java trips over when the form is wrong says nothing to a user. */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    String message = failure.getMessage();
    if (cause != null && (message == null || message.equals(cause.toString()))) {
      return reason(cause);
    }
    String why =
        switch (failure) {
          case ClassCastException e -> "it is no YAML map of contexts, clusters and users";
          case NullPointerException e -> "it is no YAML map of contexts, clusters and users";
          case NoSuchFileException e -> "no such file: " + e.getFile();
          default ->
              message == null || message.isBlank()
                  ? failure.getClass().getSimpleName()
                  : message.lines().findFirst().orElse("");
        };
    return "is no usable kubeconfig: " + why;
  }
}
