package dev.hpa.cli.lab;

import dev.hpa.app.serving.TestAuthority;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A real API server and its etcd, on the loopback address, with RBAC and an audit log. The
 * environment variable {@code KUBEBUILDER_ASSETS} names the folder of the binaries.
 *
 * <p>Nothing else of a control plane runs: no controllers, no scheduler, no kubelets.
 */
final class RealCluster implements AutoCloseable {

  private static final String ADMIN_TOKEN = "admin";

  /** Token of a user in the default RBAC group that may read metrics. */
  static final String MONITOR_TOKEN = "monitor";

  private static final String TOKENS =
      """
      %s,admin,1,system:masters
      %s,monitor,2,system:monitoring
      """
          .formatted(ADMIN_TOKEN, MONITOR_TOKEN);
  private static final Duration FOR_A_START = Duration.ofMinutes(2);

  /**
   * Logs all requests of the controller, with the bodies of writes and the lists of kinds of which
   * it needs only the metadata.
   */
  private static final String AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
        - {level: Request, users: ['%1$s'], verbs: [update]}
        - level: RequestResponse
          users: ['%1$s']
          verbs: [list]
          resources:
            - {group: '', resources: [namespaces]}
            - {group: apps, resources: [replicasets]}
            - {group: batch, resources: [jobs]}
        - {level: Metadata, users: ['%1$s']}
        - {level: None}
      """;

  private final Path folder;
  private final int port;
  private final Daemon etcd;
  private final Daemon apiServer;
  private final LabApi admin;

  private RealCluster(Path folder, int port, Daemon etcd, Daemon apiServer, LabApi admin) {
    this.folder = folder;
    this.port = port;
    this.etcd = etcd;
    this.apiServer = apiServer;
    this.admin = admin;
  }

  /**
   * Starts both and waits until they are ready.
   *
   * @param folder an empty folder for all their files; receives the admin {@code kubeconfig}
   * @param audited the user whose requests are in the audit log
   */
  static RealCluster start(Path folder, String audited) throws Exception {
    int store = FreePorts.next();
    int port = FreePorts.next();
    Daemon etcd =
        Daemon.start(
            folder.resolve("etcd.log"),
            List.of(
                program("etcd"),
                "--data-dir=" + folder.resolve("etcd"),
                "--unsafe-no-fsync",
                "--listen-client-urls=http://127.0.0.1:" + store,
                "--advertise-client-urls=http://127.0.0.1:" + store,
                "--listen-peer-urls=http://127.0.0.1:" + FreePorts.next()));
    try {
      writeFiles(folder, audited);
      Daemon apiServer =
          Daemon.start(folder.resolve("kube-apiserver.log"), command(folder, store, port));
      try {
        return ready(folder, port, etcd, apiServer);
      } catch (Throwable failure) {
        apiServer.close();
        throw failure;
      }
    } catch (Throwable failure) {
      etcd.close();
      throw failure;
    }
  }

  private static RealCluster ready(Path folder, int port, Daemon etcd, Daemon apiServer)
      throws Exception {
    Path certificate = folder.resolve("certs/apiserver.crt");
    apiServer.await("certificate", FOR_A_START, () -> Files.exists(certificate));
    LabApi admin = new LabApi("https://127.0.0.1:" + port, certificate, ADMIN_TOKEN);
    apiServer.await("ready API server", FOR_A_START, () -> admin.answers("/readyz"));
    RealCluster cluster = new RealCluster(folder, port, etcd, apiServer, admin);
    cluster.writeKubeconfig(folder.resolve("kubeconfig"), ADMIN_TOKEN);
    return cluster;
  }

  private static String program(String name) {
    String assets =
        Objects.requireNonNull(
            System.getenv("KUBEBUILDER_ASSETS"),
            "KUBEBUILDER_ASSETS has to name a folder with kube-apiserver, etcd and kubectl");
    return Path.of(assets, name).toString();
  }

  private static void writeFiles(Path folder, String audited) throws Exception {
    Files.writeString(folder.resolve("audit-policy.yaml"), AUDIT_POLICY.formatted(audited));
    Files.writeString(folder.resolve("tokens.csv"), TOKENS);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    String key =
        Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
    Files.writeString(
        folder.resolve("account.key"),
        "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
    TestAuthority proxies = new TestAuthority("front-proxy-ca");
    Files.writeString(folder.resolve("proxy-ca.crt"), proxies.pem());
    proxies
        .issue("front-proxy-client")
        .write(folder.resolve("proxy.crt"), folder.resolve("proxy.key"));
  }

  private static List<String> command(Path folder, int store, int port) {
    return List.of(
        program("kube-apiserver"),
        "--etcd-servers=http://127.0.0.1:" + store,
        "--secure-port=" + port,
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        "--endpoint-reconciler-type=none",
        "--cert-dir=" + folder.resolve("certs"),
        "--service-cluster-ip-range=10.0.0.0/24",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=" + folder.resolve("account.key"),
        "--service-account-signing-key-file=" + folder.resolve("account.key"),
        "--token-auth-file=" + folder.resolve("tokens.csv"),
        "--requestheader-client-ca-file=" + folder.resolve("proxy-ca.crt"),
        "--requestheader-allowed-names=front-proxy-client",
        "--requestheader-username-headers=X-Remote-User",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        "--proxy-client-cert-file=" + folder.resolve("proxy.crt"),
        "--proxy-client-key-file=" + folder.resolve("proxy.key"),
        "--authorization-mode=RBAC",
        // No controller creates the default service account that it requires.
        "--disable-admission-plugins=ServiceAccount",
        "--audit-policy-file=" + folder.resolve("audit-policy.yaml"),
        "--audit-log-path=" + folder.resolve("audit.log"));
  }

  /** Returns a client with a token. */
  LabApi as(String token) throws Exception {
    return new LabApi("https://127.0.0.1:" + port, folder.resolve("certs/apiserver.crt"), token);
  }

  /** Returns a client of an administrator. */
  LabApi admin() {
    return admin;
  }

  /** Writes a kubeconfig with a token. */
  void writeKubeconfig(Path file, String token) throws IOException {
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: lab
        contexts: [{name: lab, context: {cluster: lab, user: lab}}]
        clusters: [{name: lab, cluster: {server: 'https://127.0.0.1:%d', certificate-authority: '%s'}}]
        users: [{name: lab, user: {token: '%s'}}]
        """
            .formatted(port, folder.resolve("certs/apiserver.crt"), token));
  }

  /** Waits for a condition. */
  void await(String what, Daemon.Check check) throws Exception {
    apiServer.await(what, FOR_A_START, check);
  }

  /** Returns the requests of the audited user so far. */
  List<AuditedRequest> audited() throws IOException {
    return AuditedRequest.readAll(folder.resolve("audit.log"));
  }

  @Override
  public void close() {
    admin.close();
    apiServer.close();
    etcd.close();
  }
}
