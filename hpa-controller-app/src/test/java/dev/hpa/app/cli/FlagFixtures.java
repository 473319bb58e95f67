package dev.hpa.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The files that recorded command lines name. */
public final class FlagFixtures {

  private static final String USER = "{name: admin, user: {token: secret}}";
  private static final String CONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: lab
      contexts: [{name: lab, context: {cluster: lab, user: admin}}]
      clusters: [{name: lab, cluster: {%s}}]
      users: [%s]
      """;
  private static final String SERVER = "server: 'https://127.0.0.1:6443'";

  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("good.kubeconfig", CONFIG.formatted(SERVER, USER)),
          Map.entry("dead.kubeconfig", CONFIG.formatted("server: 'https://127.0.0.1:1'", USER)),
          Map.entry("wrong-token.kubeconfig", CONFIG.formatted(SERVER, USER)),
          Map.entry("empty.kubeconfig", ""),
          Map.entry("text.kubeconfig", "hello\n"),
          Map.entry("garbage.kubeconfig", "a:\n\t- b\n"),
          Map.entry(
              "no-context.kubeconfig",
              CONFIG.formatted(SERVER, USER).replace("current-context: lab", "current-context: x")),
          Map.entry(
              "no-current.kubeconfig",
              CONFIG.formatted(SERVER, USER).replace("current-context: lab\n", "")),
          Map.entry(
              "no-cluster.kubeconfig",
              CONFIG.formatted(SERVER, USER).replace("cluster: lab,", "cluster: other,")),
          Map.entry(
              "no-user.kubeconfig",
              CONFIG.formatted(SERVER, USER).replace("user: admin", "user: other")),
          Map.entry(
              "bad-ca.kubeconfig",
              CONFIG.formatted(SERVER + ", certificate-authority: /nonexistent/ca.crt", USER)),
          Map.entry(
              "ca-and-insecure.kubeconfig",
              CONFIG.formatted(
                  SERVER + ", certificate-authority: ca.crt, insecure-skip-tls-verify: true",
                  USER)),
          Map.entry(
              "cert-without-key.kubeconfig",
              CONFIG.formatted(SERVER, "{name: admin, user: {client-certificate-data: LS0t}}")),
          Map.entry(
              "bad-certificate.kubeconfig",
              CONFIG.formatted(
                  SERVER,
                  "{name: admin, user: {client-certificate-data: LS0t, client-key-data: LS0t}}")),
          Map.entry(
              "token-and-basic.kubeconfig",
              CONFIG.formatted(
                  SERVER, "{name: admin, user: {token: a, username: b, password: c}}")),
          Map.entry("bad-server.kubeconfig", CONFIG.formatted("server: '://nowhere'", USER)),
          Map.entry("wrong-kind.kubeconfig", "apiVersion: v1\nkind: Pod\n"),
          Map.entry("wrong-version.kubeconfig", "apiVersion: v9\nkind: Config\n"),
          Map.entry("api.crt", "-----BEGIN CERTIFICATE-----\nLS0t\n-----END CERTIFICATE-----\n"),
          Map.entry("ca.crt", "-----BEGIN CERTIFICATE-----\nLS0t\n-----END CERTIFICATE-----\n"),
          Map.entry("api.key", "-----BEGIN PRIVATE KEY-----\nLS0t\n-----END PRIVATE KEY-----\n"),
          Map.entry("garbage.pem", "no certificate\n"),
          Map.entry("labels.yaml", "allowListMapping:\n  'workqueue_depth,name': 'a,b'\n"),
          Map.entry("labels-bad.yaml", "allowListMapping: [\n"),
          Map.entry("migration.yaml", migration("v1")),
          Map.entry("migration-bad.yaml", migration("v9")));

  private FlagFixtures() {}

  private static String migration(String version) {
    return "apiVersion: controllermanager.config.k8s.io/%s\nkind: LeaderMigrationConfiguration\n"
        .formatted(version);
  }

  /** Rewrites a kubeconfig for another address. */
  public static void write(Path folder, String file, String address) throws IOException {
    Files.writeString(folder.resolve(file), CONFIG.formatted("server: '" + address + "'", USER));
  }

  public static void write(Path folder) throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }
}
