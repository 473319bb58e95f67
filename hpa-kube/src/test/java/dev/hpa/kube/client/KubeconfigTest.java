package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.net.ServerSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of docs/kubeconfig.md. */
@Tag("security")
class KubeconfigTest {

  private static final HeldCertificate SERVER =
      new HeldCertificate.Builder()
          .addSubjectAlternativeName("127.0.0.1")
          .addSubjectAlternativeName("localhost")
          .build();
  private static final HeldCertificate CLIENT =
      new HeldCertificate.Builder().commonName("jane").build();
  private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final Path folder;
  private final TestServer server;

  KubeconfigTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.server = TestServer.secure(SERVER, CLIENT, request -> TestServer.Answer.of(200, "fine"));
    write("ca.pem", SERVER.certificatePem());
    write("jane.pem", CLIENT.certificatePem());
    write("jane.key", CLIENT.privateKeyPkcs8Pem());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path script(String name, String body) throws IOException {
    Path file = write(name, "#!/bin/sh\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Path kubeconfig(String cluster, String user) throws IOException {
    return write(
        "config",
        """
        apiVersion: v1
        kind: Config
        current-context: x
        contexts: [{name: x, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {%s}}]
        users: [{name: u, user: {%s}}]
        """
            .formatted(cluster, user));
  }

  private String cluster() {
    return "server: '" + server.address() + "', certificate-authority: ca.pem";
  }

  private ClusterConnection connect(String cluster, String user) throws Exception {
    return ClusterConnection.open(kubeconfig(cluster, user), null, timeline);
  }

  private static void call(ClusterConnection connection) throws KubernetesApiException {
    new HttpKubernetesApi(connection)
        .call(
            ApiRequest.get(
                "/version",
                Map.of(),
                ApiRequest.Subject.NONE,
                ApiRequest.ResponseFormat.SELF_DESCRIBING),
            body -> body.readAllBytes());
  }

  /** The request that a user's call becomes. */
  private TestServer.Request request(String user) throws Exception {
    return request(cluster(), user);
  }

  private TestServer.Request request(String cluster, String user) throws Exception {
    try (ClusterConnection connection = connect(cluster, user)) {
      call(connection);
    }
    return server.requests().getLast();
  }

  private String refusal(String cluster, String user) throws IOException {
    kubeconfig(cluster, user);
    String message =
        String.valueOf(
            assertThrows(KubeconfigException.class, () -> connect(cluster, user)).getMessage());
    assertEquals(1, message.lines().count(), message);
    return message;
  }

  @Test
  void schemesAreNotCaseSensitive() throws Exception {
    TestServer.Request request = request(cluster().replace("https://", "HTTPS://"), "token: abc");
    assertEquals(List.of("Bearer abc"), request.headers().get("Authorization"));
  }

  @ParameterizedTest
  @CsvSource({"token: 0123", "password: 1e3", "token: yes", "username: 08"})
  void aNumberIsNotTakenForAString(String field) throws Exception {
    String name = field.substring(0, field.indexOf(':'));
    String refusal = refusal(cluster(), field);
    assertTrue(refusal.endsWith("users \"u\": " + name + " is not a string; quote it"), refusal);
  }

  @Test
  void aPasswordInTheAddressIsNotPrinted() throws Exception {
    String address = server.address().replace("https://", "https://me:secret@");
    try (ClusterConnection connection =
        connect("server: '" + address + "', certificate-authority: ca.pem", "token: abc")) {
      assertEquals(server.address().replace("https://", "https://me:***@"), connection.server());
      assertEquals(server.address().replace("https://", ""), connection.host());
    }
    String refusal = refusal("server: 'https://me:secret@a b'", "token: abc");
    assertFalse(refusal.contains("secret"), refusal);
  }

  @Test
  void missingFilesAreSkippedIfThereAreSeveral() throws Exception {
    Path present =
        write("present", "contexts: [{name: x, context: {namespace: shop}}]\ncurrent-context: x\n");
    Path missing = folder.resolve("missing");
    assertEquals("shop", KubeconfigNamespace.of(List.of(present, missing), KubeconfigChoice.NONE));
    assertEquals("shop", KubeconfigNamespace.of(List.of(missing, present), KubeconfigChoice.NONE));
    String refusal =
        assertThrows(
                KubeconfigException.class,
                () -> KubeconfigNamespace.of(List.of(missing, missing), KubeconfigChoice.NONE))
            .getMessage();
    assertEquals(missing + ", " + missing + ": no such files; correct KUBECONFIG", refusal);
  }

  @Test
  void withoutACurrentContextTheContextsAreListed() throws Exception {
    Path file =
        write(
            "config",
            """
            contexts: [{name: x, context: {cluster: c}}, {name: b, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
            """);
    String refusal =
        assertThrows(KubeconfigException.class, () -> ClusterConnection.open(file, null, timeline))
            .getMessage();
    assertEquals(
        file
            + ": invalid configuration: no configuration has been provided: current-context is not"
            + " set; set it with kubectl config use-context NAME to one of: b, x",
        refusal);
  }

  @Test
  void theFileIsReadAsByKubectl() throws Exception {
    String text =
        """
        x-common: &shop {namespace: shop}
        contexts: [{name: x, context: {cluster: c, <<: *shop}}]
        current-context:\tx
        """;
    Path tabs = write("tabs", text);
    Path utf16 = folder.resolve("utf16");
    Files.write(utf16, ("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE));
    assertEquals("shop", KubeconfigNamespace.of(List.of(tabs), KubeconfigChoice.NONE));
    assertEquals("shop", KubeconfigNamespace.of(List.of(utf16), KubeconfigChoice.NONE));
  }

  @Test
  void tokensAndPasswordsAreSent() throws Exception {
    assertEquals("Bearer abc", request("token: abc").authorization());
    assertEquals("Basic amFuZTpwdw==", request("username: jane, password: pw").authorization());
    assertEquals("null", request("").authorization());
  }

  @Test
  void aCertificateIsShownBesidesTheToken() throws Exception {
    TestServer.Request request =
        request("client-certificate: jane.pem, client-key: jane.key, token: abc");
    assertEquals("CN=jane", request.certificate());
    assertEquals("Bearer abc", request.authorization());
    String data =
        "client-certificate-data: %s, client-key-data: %s"
            .formatted(base64(CLIENT.certificatePem()), base64(CLIENT.privateKeyPkcs8Pem()));
    assertEquals("CN=jane", request(data).certificate());
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theFileOfATokenWinsAndIsReadAgain() throws Exception {
    Path file = write("token", "first\n");
    try (ClusterConnection connection = connect(cluster(), "tokenFile: token, token: abc")) {
      call(connection);
      assertEquals("Bearer first", server.requests().getLast().authorization());
      Files.writeString(file, "second\n");
      timeline.advance(Duration.ofMinutes(1));
      call(connection);
      assertEquals("Bearer second", server.requests().getLast().authorization());
      Files.delete(file);
      timeline.advance(Duration.ofMinutes(1));
      call(connection);
      assertEquals("Bearer second", server.requests().getLast().authorization());
    }
    assertEquals("Bearer abc", request("tokenFile: token, token: abc").authorization());
    assertTrue(refusal(cluster(), "tokenFile: token").contains("failed to read token file"));
    write("token", " \n");
    assertTrue(refusal(cluster(), "tokenFile: token").contains("read empty token from file"));
  }

  @Test
  void impersonationIsSent() throws Exception {
    Map<String, List<String>> headers =
        request(
                "token: abc, as: zoë, as-uid: '7', as-groups: [dev, ops],"
                    + " as-user-extra: {'example.com/a b': [x, z]}")
            .headers();
    assertTrue(headers.containsKey("Impersonate-user"));
    assertEquals(List.of("7"), headers.get("Impersonate-uid"));
    assertEquals(List.of("dev", "ops"), headers.get("Impersonate-group"));
    assertEquals(List.of("x", "z"), headers.get("Impersonate-extra-example.com%2fa%20b"));
  }

  @Test
  void theChosenUserIsImpersonatedInsteadOfThatOfTheFile() throws Exception {
    Path file = kubeconfig(cluster(), "token: abc, as: zoe, as-user-extra: {x: [y]}");
    KubeconfigChoice choice = new KubeconfigChoice("", "jane", List.of("view", "dev"), "7");
    try (ClusterConnection connection = ClusterConnection.open(List.of(file), choice, timeline)) {
      call(connection);
    }
    Map<String, List<String>> headers = server.requests().getLast().headers();
    assertEquals(List.of("jane"), headers.get("Impersonate-user"));
    assertEquals(List.of("view", "dev"), headers.get("Impersonate-group"));
    assertEquals(List.of("7"), headers.get("Impersonate-uid"));
    assertFalse(headers.containsKey("Impersonate-extra-x"), headers.toString());
    assertEquals("Bearer abc", server.requests().getLast().authorization());
  }

  @Test
  void theChosenContextIsUsed() throws Exception {
    Path file =
        write(
            "contexts",
            """
            contexts:
            - {name: shop, context: {namespace: shop}}
            - {name: pay, context: {namespace: pay}}
            current-context: shop
            """);
    assertEquals("pay", KubeconfigNamespace.of(List.of(file), context("pay")));
    String refusal =
        assertThrows(
                KubeconfigException.class,
                () -> KubeconfigNamespace.of(List.of(file), context("stock")))
            .getMessage();
    assertEquals("context \"stock\" does not exist; use one of: pay, shop", refusal);
  }

  private static KubeconfigChoice context(String name) {
    return new KubeconfigChoice(name, "", List.of(), "");
  }

  @Test
  void credentialsAreNotSentWithoutTls() throws Exception {
    try (TestServer plain = new TestServer(request -> TestServer.Answer.of(200, "fine"));
        LogLines lines = LogLines.of(KubeconfigAccess.class);
        ClusterConnection connection =
            connect("server: '" + plain.address() + "'", "token: abc, as: jane")) {
      call(connection);
      assertEquals("null", plain.requests().getLast().authorization());
      assertEquals(List.of("jane"), plain.requests().getLast().headers().get("Impersonate-user"));
      assertTrue(lines.all().getFirst().contains("credentials of user \"u\" are not sent"));
    }
  }

  @Test
  void aUserThatIsNotDefinedIsAnonymousWithAWarning() throws Exception {
    Path file = kubeconfig(cluster(), "token: abc");
    Files.writeString(file, Files.readString(file).replace("{name: u,", "{name: other,"));
    try (LogLines lines = LogLines.of(KubeconfigAccess.class);
        ClusterConnection connection = ClusterConnection.open(file, null, timeline)) {
      call(connection);
      assertEquals("null", server.requests().getLast().authorization());
      assertTrue(lines.all().getFirst().contains("user \"u\" does not exist"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auth-provider: {name: oidc}|no Auth Provider found for name \"oidc\"",
        "as-groups: [a]|requesting uid, groups or user-extra for u without impersonating a user",
        "as: \"a\\nb\"|impersonation for u has a control character in a value",
        "token: a, username: b|more than one authentication method found for u",
        "tokenFile: ca.pem, username: b|username/password or bearer token may be set, but not both",
        "password: b|password is specified for u without username",
        "client-certificate: jane.pem|client-key-data or client-key must be specified for u",
        "client-key: jane.key|client-key is specified for u without client-certificate",
        "client-certificate: no.pem, client-key: jane.key|unable to read client-cert",
        "client-certificate: jane.pem, client-key: jane.key, client-key-data: YQ==|both specified",
        "client-certificate-data: '!', client-key: jane.key|client-certificate-data: illegal"
            + " base64",
        "exec: {apiVersion: a, interactiveMode: Never}|command must be specified for u to use exec",
        "exec: {command: a, interactiveMode: Never}|apiVersion must be specified for u to use exec",
        "exec: {command: a, apiVersion: client.authentication.k8s.io/v1}|interactiveMode must be",
        "exec: {command: a, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Maybe}"
            + "|invalid interactiveMode for u: \"Maybe\"",
        "exec: {command: a, apiVersion: client.authentication.k8s.io/v1alpha1, interactiveMode:"
            + " Never}|exec plugin: invalid apiVersion \"client.authentication.k8s.io/v1alpha1\"",
        "exec: {command: a}, auth-provider: {name: x}|authProvider cannot be provided in"
            + " combination",
      })
  void usersThatCannotBeUsedAreRefused(String user, String why) throws IOException {
    String refusal = refusal(cluster(), user);
    assertTrue(refusal.contains(why), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "certificate-authority: ca.pem, insecure-skip-tls-verify: true"
            + "|specifying a root certificates file with the insecure flag is not allowed",
        "certificate-authority: ca.pem, certificate-authority-data: YQ==|both specified for c",
        "certificate-authority-data: '!'|certificate-authority-data: illegal base64 data",
        "certificate-authority-data: YQ==|unable to load root certificates",
        "proxy-url: 'ftp://p'|unsupported scheme \"ftp\", must be http, https, or socks5",
        "proxy-url: 'http://'|invalid 'proxy-url'",
        "proxy-url: 'socks5://a:b@p'|'socks5://a:***@p",
      })
  void clustersThatCannotBeUsedAreRefused(String fields, String why) throws IOException {
    String refusal = refusal("server: 'https://127.0.0.1:1', " + fields, "token: abc");
    assertTrue(refusal.replace('"', '\'').contains(why.replace('"', '\'')), refusal);
  }

  @Test
  void anInsecureServerIsReachedWithoutAnAuthority() throws Exception {
    String insecure = "server: '" + server.address() + "', insecure-skip-tls-verify: true";
    assertEquals("Bearer abc", request(insecure, "token: abc").authorization());
  }

  @Test
  void theServerHasTheNameItIsGiven() throws Exception {
    HeldCertificate named =
        new HeldCertificate.Builder().addSubjectAlternativeName("api.internal").build();
    write("ca.pem", named.certificatePem());
    try (TestServer internal =
        TestServer.secure(named, CLIENT, request -> TestServer.Answer.of(200, "fine"))) {
      String cluster = "server: '" + internal.address() + "', certificate-authority: ca.pem";
      try (ClusterConnection other = connect(cluster, "token: abc")) {
        assertThrows(KubernetesApiException.class, () -> call(other));
      }
      try (ClusterConnection right =
          connect(cluster + ", tls-server-name: api.internal", "token: abc")) {
        call(right);
      }
      try (ClusterConnection wrong = connect(cluster + ", tls-server-name: x.y", "token: abc")) {
        assertThrows(KubernetesApiException.class, () -> call(wrong));
      }
      assertEquals(1, internal.requests().size());
    }
  }

  @Test
  void requestsGoThroughTheProxy() throws Exception {
    ServerSocketFactory tls =
        new HandshakeCertificates.Builder()
            .heldCertificate(SERVER)
            .build()
            .sslContext()
            .getServerSocketFactory();
    try (TestProxy plain = TestProxy.http(ServerSocketFactory.getDefault());
        TestProxy secure = TestProxy.http(tls);
        TestProxy socks = TestProxy.socks()) {
      request(cluster() + ", proxy-url: 'http://me:pw@localhost:" + plain.port() + "'", "");
      request(cluster() + ", proxy-url: 'https://localhost:" + secure.port() + "'", "");
      request(cluster() + ", proxy-url: 'socks5://localhost:" + socks.port() + "'", "");
      assertEquals(3, server.requests().size());
      String connect = "CONNECT 127.0.0.1:" + server.port() + " HTTP/1.1";
      assertEquals(List.of(connect + "Proxy-Authorization: Basic bWU6cHc="), plain.requests());
      assertEquals(List.of(connect), secure.requests());
      assertEquals(1, socks.requests().size());
    }
  }

  @Test
  void withoutAProxyUrlTheProxyOfJavasPropertiesIsUsed() throws Exception {
    ProxySelector before = ProxySelector.getDefault();
    try (TestProxy proxy = TestProxy.http(ServerSocketFactory.getDefault())) {
      ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("localhost", proxy.port())));
      request(cluster(), "");
      assertEquals(List.of("CONNECT 127.0.0.1:" + server.port() + " HTTP/1.1"), proxy.requests());
    } finally {
      ProxySelector.setDefault(before);
    }
  }

  @Test
  void filesAreMergedAndTheFirstWins() throws Exception {
    Path first = kubeconfig(cluster(), "token: first");
    Path moved = Files.move(first, folder.resolve("one"));
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Path second =
        Files.move(
            kubeconfig("server: 'https://127.0.0.1:1'", "token: second"), sub.resolve("two"));
    Path none = folder.resolve("none");
    try (ClusterConnection connection =
        ClusterConnection.open(List.of(none, moved, second), KubeconfigChoice.NONE, timeline)) {
      call(connection);
      assertEquals("Bearer first", server.requests().getLast().authorization());
    }
    Kubeconfig merged = Kubeconfig.read(second).merge(Kubeconfig.read(moved));
    assertEquals("second", merged.user().path("token").asText());
    assertThrows(
        KubeconfigException.class,
        () ->
            ClusterConnection.open(
                List.of(none, folder.resolve("gone")), KubeconfigChoice.NONE, timeline));
  }

  @Test
  void pathsCountFromTheFolderOfTheFileEvenOfOneWithoutASlash() throws Exception {
    Path file = Path.of("test-" + UUID.randomUUID() + ".kubeconfig");
    Path authority = Path.of("test-" + UUID.randomUUID() + ".pem");
    try {
      Files.writeString(authority, SERVER.certificatePem());
      String text = Files.readString(kubeconfig(cluster(), "token: abc"));
      Files.writeString(file, text.replace("ca.pem", authority.toString()));
      KubeconfigValidation.requireUsable(file.toString(), "");
      try (ClusterConnection connection = ClusterConnection.open(file, null, timeline)) {
        call(connection);
      }
      assertEquals("Bearer abc", server.requests().getLast().authorization());
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(authority);
    }
  }

  private static final String V1 = "client.authentication.k8s.io/v1";

  private String exec(String more) {
    return "exec: {apiVersion: %s, command: ./plugin, interactiveMode: Never%s}"
        .formatted(V1, more);
  }

  private static String credential(String status) {
    return "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"%s\",\"status\":{%s}}'"
        .formatted(V1, status);
  }

  @Test
  void aPluginPrintsATokenAndReceivesTheCluster() throws Exception {
    script(
        "plugin",
        "echo \"$1 $A $KUBERNETES_EXEC_INFO\" > \"$(dirname \"$0\")/input\"\n"
            + credential("\"token\":\"from-plugin\""));
    String cluster =
        cluster()
            + ", tls-server-name: localhost, extensions: [{name:"
            + " client.authentication.k8s.io/exec, extension: {audience: me}}]";
    String more = ", args: [one], env: [{name: A, value: b}], provideClusterInfo: true";
    assertEquals("Bearer from-plugin", request(cluster, exec(more)).authorization());
    String input = Files.readString(folder.resolve("input"));
    assertTrue(input.startsWith("one b {"), input);
    for (String part :
        List.of(
            "\"apiVersion\":\"" + V1 + "\"",
            "\"interactive\":false",
            "\"server\":\"" + server.address() + "\"",
            "\"tls-server-name\":\"localhost\"",
            "\"certificate-authority-data\":\"" + base64(SERVER.certificatePem()),
            "\"config\":{\"audience\":\"me\"}")) {
      assertTrue(input.contains(part), part + " in " + input);
    }
    request(cluster, exec(""));
    assertFalse(Files.readString(folder.resolve("input")).contains("\"cluster\""));
  }

  @Test
  void aPluginMayPrintACertificate() throws Exception {
    String status =
        "\"clientCertificateData\":\"%s\",\"clientKeyData\":\"%s\""
            .formatted(
                CLIENT.certificatePem().replace("\n", "\\n"),
                CLIENT.privateKeyPkcs8Pem().replace("\n", "\\n"));
    write(
        "out.json",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1 + "\",\"status\":{" + status + "}}");
    script("plugin", "cat \"$(dirname \"$0\")/out.json\"");
    assertEquals("CN=jane", request(exec("")).certificate());
  }

  @Test
  void aPluginIsNotRunForAUserWithAToken() throws Exception {
    script("plugin", "exit 1");
    assertEquals("Bearer abc", request("token: abc, " + exec("")).authorization());
  }

  @Test
  void aPluginIsRunAgainWhenItsCredentialsExpire() throws Exception {
    script(
        "plugin",
        "cd \"$(dirname \"$0\")\"; echo x >> runs; test -e broken && exit 3\n"
            + "n=$(wc -l < runs | tr -d ' ')\n"
            + credential(
                "\"token\":\"t'$n'\",\"expirationTimestamp\":\"2026-01-01T10:0'$n':00Z\""));
    try (ClusterConnection connection = connect(cluster(), exec(""))) {
      call(connection);
      call(connection);
      assertEquals("Bearer t1", server.requests().getLast().authorization());
      timeline.advance(Duration.ofSeconds(61));
      call(connection);
      assertEquals("Bearer t2", server.requests().getLast().authorization());
      write("broken", "");
      timeline.advance(Duration.ofMinutes(1));
      int before = server.requests().size();
      for (int attempt = 0; attempt < 3; attempt++) {
        String failure = assertThrows(KubernetesApiException.class, () -> call(connection)).text();
        assertTrue(failure.contains("getting credentials: exec: executable "), failure);
        assertTrue(failure.endsWith("failed with exit code 3"), failure);
      }
      assertEquals(before, server.requests().size());
      assertEquals(3, Files.readAllLines(folder.resolve("runs")).size());
      Files.delete(folder.resolve("broken"));
      timeline.advance(Duration.ofSeconds(5));
      call(connection);
      assertEquals("Bearer t4", server.requests().getLast().authorization());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit 7|failed with exit code 7",
        "echo hello|decoding stdout: the exec plugin did not print JSON",
        "echo '{}'|decoding stdout: the exec plugin printed no ExecCredential",
        "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\"}'|plugin"
            + " returned version client.authentication.k8s.io/v1beta1",
        "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\"}'"
            + "|exec plugin didn't return a status field",
      })
  void aPluginThatFailsIsAnError(String body, String why) throws IOException {
    script("plugin", body);
    String refusal = refusal(cluster(), exec(""));
    assertTrue(refusal.contains("getting credentials: "), refusal);
    assertTrue(refusal.endsWith(why), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"token\":\"\"|exec plugin didn't return a token or cert/key pair",
        "\"clientKeyData\":\"x\"|exec plugin returned only certificate or key, not both",
        "\"clientKeyData\":\"x\",\"clientCertificateData\":\"y\"|unable to load client certificate",
        "\"token\":\"secret\",\"expirationTimestamp\":\"soon\"|cannot parse \"soon\" as a time",
      })
  void credentialsThatCannotBeUsedAreAnError(String status, String why) throws IOException {
    script("plugin", credential(status));
    String refusal = refusal(cluster(), exec(""));
    assertTrue(refusal.contains(why), refusal);
    assertFalse(refusal.contains("secret"), refusal);
  }

  @Test
  void aPluginThatDoesNotExistIsAnErrorWithItsHint() throws IOException {
    String refusal = refusal(cluster(), exec(", installHint: \"get it\\nhere\""));
    assertTrue(refusal.endsWith("/plugin not found; get it"), refusal);
  }

  @Test
  void aPluginThatNeedsATerminalIsRefusedWithoutOne() throws IOException {
    script("plugin", credential("\"token\":\"x\""));
    String always = exec("").replace("Never", "Always");
    String refusal = refusal(cluster(), always);
    assertTrue(refusal.endsWith("standard input is not a terminal"), refusal);
  }

  @Test
  void aPluginThatHangsIsEnded() throws Exception {
    script("plugin", "sleep 600");
    Kubeconfig config = Kubeconfig.read(kubeconfig(cluster(), exec("")));
    ExecPlugin plugin =
        new ExecPlugin(
            config.user().path("exec"),
            null,
            new ExecPlugin.Timeouts(Duration.ofMillis(200), Duration.ofMillis(200)));
    String refusal =
        String.valueOf(assertThrows(KubeconfigException.class, plugin::run).getMessage());
    assertTrue(refusal.endsWith("did not end within 200ms; run it by hand to see why"), refusal);
  }
}
