package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.MinorVersion;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Verbosity;
import dev.hpa.app.process.RunOptions;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.app.serving.ServingOptions;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.leader.LeaderElectionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFlagsTest {

  private final Path folder;

  RunFlagsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void writeFiles() throws IOException {
    FlagFixtures.write(folder);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private RunOptions options(String... more) {
    return RunLine.options(with(more));
  }

  private String refusal(String... more) {
    return RunLine.refusal(with(more));
  }

  private String[] with(String... more) {
    String[] all = new String[more.length + 1];
    all[0] = "--kubeconfig=" + path("good.kubeconfig");
    System.arraycopy(more, 0, all, 1, more.length);
    return all;
  }

  private RunOptions configured(String yaml, String... more) throws IOException {
    Files.writeString(folder.resolve("hpa.yaml"), yaml);
    String[] all = new String[more.length + 1];
    all[0] = "--config=" + path("hpa.yaml");
    System.arraycopy(more, 0, all, 1, more.length);
    return options(all);
  }

  private String misconfigured(String yaml) throws IOException {
    Files.writeString(folder.resolve("hpa.yaml"), yaml);
    return refusal("--config", path("hpa.yaml")).replace(folder.toString(), "");
  }

  @Test
  void defaultsAreThoseOfUpstream() {
    RunOptions options = options();
    assertTrue(options.enabled());
    assertEquals(ControllerOptions.DEFAULTS, options.controller());
    Duration batchWindow = Duration.ofMillis(20);
    assertEquals(
        new ProviderConfig(null, Map.of(), List.of(), false, batchWindow), options.providers());
    assertEquals(ClientOptions.DEFAULTS, options.client());
    assertEquals(LeaderElectionOptions.DEFAULTS, options.leaderElection());
    assertEquals(ServingOptions.DEFAULTS, options.serving());
    assertEquals(AuthenticationOptions.DEFAULTS, options.authentication());
    assertEquals(AuthorizationOptions.DEFAULTS, options.authorization());
    assertEquals(MetricsOptions.DEFAULTS, options.metrics());
    assertEquals(LogOptions.of(Verbosity.of(0)), options.logging());
    assertEquals(EffectiveVersion.DEFAULT, options.version());
    assertFalse(options.serviceAccountCredentials());
    assertTrue(options.profiling());
    assertEquals(Duration.ofSeconds(10), options.shutdownTimeout());
    assertEquals("v1.37.2", options.reportedVersion());
  }

  @Test
  void presetSetsFlagsThatAreNotGiven() throws IOException {
    RunOptions large = options("--preset=large");
    assertEquals(new ClientOptions(2000, 4000, ContentType.PROTOBUF), large.client());
    assertEquals(50, large.controller().workers());
    assertEquals("large", large.effective().get("preset"));
    assertEquals(options().controller(), options("--preset", "small").controller());

    RunOptions own = configured("kube-api-burst: 5", "--preset=large", "--kube-api-qps=3");
    assertEquals(new ClientOptions(3, 5, ContentType.PROTOBUF), own.client());
    assertEquals(50, own.controller().workers());
  }

  @Test
  void unknownPresetIsRejected() throws IOException {
    assertEquals(
        "invalid argument \"huge\" for \"--preset\" flag: unknown preset; use small or large",
        refusal("--preset=huge"));
    assertEquals(
        "/hpa.yaml:1: preset: the launcher does not read this file; use the command line",
        misconfigured("preset: large"));
  }

  @Test
  void flagsSetTheirOptions() {
    RunOptions options =
        options(
            "--master=127.0.0.1:1",
            "--kube-api-qps=0.5",
            "--kube_api_burst=0x10",
            "--leader-elect-lease-duration=1m",
            "--leader-elect-resource-name=ours",
            "--secure-port=8443",
            "--bind-address=::1",
            "--tls-min-version=VersionTLS13",
            "--tls-curve-preferences=29,23",
            "--tls-sni-cert-key=" + path("api.crt") + "," + path("api.key") + ":*.a.org,b.org",
            "--disable-http2-serving",
            "--authentication-kubeconfig=" + path("good.kubeconfig"),
            "--requestheader-allowed-names=front",
            "--requestheader-allowed-names=back,\"a,b\"",
            "--authorization-always-allow-paths=/healthz,/metrics*",
            "--disabled-metrics=a",
            "--allow-metric-labels=m,l=x,y",
            "--use-service-account-credentials",
            "--profiling=false",
            "--version=v1.37.2-ours",
            "-v3");
    assertEquals("https://127.0.0.1:1", options.master());
    assertEquals(new ClientOptions(0.5, 16, ContentType.PROTOBUF), options.client());
    assertEquals(Duration.ofMinutes(1), options.leaderElection().leaseDuration());
    assertEquals("ours", options.leaderElection().name());
    ServingOptions serving = options.serving();
    assertEquals(8443, serving.port());
    assertEquals("::1", serving.bindAddress());
    assertEquals("TLSv1.3", serving.minTlsVersion());
    assertEquals(List.of("x25519", "secp256r1"), serving.curves());
    assertEquals(List.of("*.a.org", "b.org"), serving.named().getFirst().names());
    assertFalse(serving.http2());
    assertEquals(folder.resolve("good.kubeconfig"), options.authentication().kubeconfig());
    assertEquals(
        List.of("front", "back", "a,b"), options.authentication().frontProxy().allowedNames());
    assertEquals(List.of("/healthz", "/metrics*"), options.authorization().alwaysAllowed());
    assertEquals(
        new MetricsOptions(Set.of("a"), Map.of("m", Map.of("l", Set.of("x", "y")))),
        options.metrics());
    assertTrue(options.serviceAccountCredentials());
    assertFalse(options.profiling());
    assertEquals("v1.37.2-ours", options.reportedVersion());
    assertEquals(Verbosity.of(3), options.logging().verbosity());
  }

  @ParameterizedTest
  @CsvSource({
    "*, true",
    "horizontalpodautoscaling, true",
    "'-horizontal-pod-autoscaler-controller,*', false",
    "'*,-horizontalpodautoscaling', false",
    "'horizontalpodautoscaling,-horizontalpodautoscaling', true",
    "namespace, false",
    "'', false",
  })
  void firstMatchingControllerItemApplies(String controllers, boolean enabled) {
    assertEquals(enabled, options("--controllers=" + controllers).enabled());
  }

  @Test
  void emulatedVersionSetsFeatureGateDefaults() {
    RunOptions older = options("--emulated-version=1.34");
    assertEquals(new MinorVersion(1, 34), older.version().emulated());
    assertFalse(older.controller().settings().configurableTolerance());
    assertTrue(
        options("--emulated-version=1.34", "--feature-gates=HPAConfigurableTolerance=true")
            .controller()
            .settings()
            .configurableTolerance());
    assertTrue(
        options("--emulated-version=kube=1.35").controller().settings().configurableTolerance());
    String release136 = "--emulated-version=1.36";
    assertTrue(
        options(release136, "--feature-gates=AllAlpha=true").controller().settings().scaleToZero());
    assertFalse(
        options(release136, "--feature-gates=AllBeta=false")
            .controller()
            .settings()
            .configurableTolerance());
    assertFalse(options("--feature-gates=AllBeta=false").controller().settings().scaleToZero());
  }

  @Test
  void effectiveValuesAreStrings() {
    Map<String, String> effective =
        options(
                "--horizontal-pod-autoscaler-sync-period=90s",
                "--kube-api-qps=5",
                "--authorization-always-allow-paths=/a,/b",
                "-v3")
            .effective();
    assertEquals("1m30s", effective.get("horizontal-pod-autoscaler-sync-period"));
    assertEquals("5m0s", effective.get("horizontal-pod-autoscaler-downscale-stabilization"));
    assertEquals("5", effective.get("kube-api-qps"));
    assertEquals("0.1", effective.get("horizontal-pod-autoscaler-tolerance"));
    assertEquals("/a,/b", effective.get("authorization-always-allow-paths"));
    assertEquals("true", effective.get("leader-elect"));
    assertEquals("3", effective.get("v"));
    assertEquals("10", effective.get("concurrent-namespace-syncs"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--horizontal-pod-autoscaler-tolerence=1|unknown flag:"
            + " --horizontal-pod-autoscaler-tolerence;"
            + " did you mean --horizontal-pod-autoscaler-tolerance?",
        "--port=0|unknown flag: --port; it was removed from Kubernetes: use --secure-port",
        "--logtostderr|unknown flag: --logtostderr; it was removed from Kubernetes: remove"
            + " it:"
            + " logs go to standard error",
        "--quite-something-else|unknown flag: --quite-something-else; see `hpa-controller --help`",
        "---x|bad flag syntax: ---x",
        "-v|flag needs an argument: 'v' in -v",
        "--kube-api-qps=many|invalid argument \"many\" for \"--kube-api-qps\" flag: 'many' is not"
            + " a number;"
            + " use a value such as 0.1",
        "--concurrent-gc-syncs=x|invalid argument \"x\" for \"--concurrent-gc-syncs\" flag: 'x' is"
            + " not an integer; use a value such as 5",
        "--tls-curve-preferences=1|curve preference 1 is not supported; use [23, 24, 25, 29,"
            + " 4587,"
            + " 4588, 4589]",
        "--feature-gates=Foo=true|unrecognized feature gate: Foo",
        "--requestheader-uid-headers=x|--requestheader-uid-headers is set without specifying the"
            + " standard"
            + " X-Remote-Uid header - API aggregation will not work",
        "--scale-reads=guess|invalid argument \"guess\" for \"--scale-reads\" flag: 'guess' is"
            + " invalid; use api or watch",
      })
  void invalidFlagIsReportedInOneLine(String flag, String why) {
    assertEquals(why, refusal(flag));
  }

  @ParameterizedTest
  @CsvSource({
    "no-context, '[context was not found for specified context: x, cluster has no server"
        + " defined]'",
    "cert-without-key, client-key-data or client-key must be specified for admin",
    "token-and-basic, 'more than one authentication method found for admin; found [token"
        + " basicAuth]'",
    "wrong-version, 'no kind \"Config\" is registered for version \"v9\"'",
  })
  void unusableKubeconfigIsReported(String name, String why) {
    String refusal = RunLine.refusal("--kubeconfig", path(name + ".kubeconfig"));
    assertTrue(refusal.contains(why), refusal);
  }

  @Test
  void configFileSetsFlags() throws IOException {
    RunOptions options =
        configured(
            """
            # The whole of it.
            horizontal-pod-autoscaler-sync-period: 10s
            kube-api-burst: 0x10
            leader-elect: false
            use-service-account-credentials: true
            controllers: [horizontalpodautoscaling]
            feature-gates: {HPAScaleToZero: true, HPAConfigurableTolerance: false}
            requestheader-allowed-names: [front, "a,b"]
            allow-metric-labels: {"m,l": "x,y"}
            v: 4
            providers:
              prometheus: {url: "http://p:9090"}
            routes: [external=prometheus]
            """);
    assertEquals(Duration.ofSeconds(10), options.controller().syncPeriod());
    assertEquals(16, options.client().burst());
    assertFalse(options.leaderElection().enabled());
    assertTrue(options.serviceAccountCredentials());
    assertTrue(options.enabled());
    assertTrue(options.controller().settings().scaleToZero());
    assertFalse(options.controller().settings().configurableTolerance());
    assertEquals(List.of("front", "a,b"), options.authentication().frontProxy().allowedNames());
    assertEquals(Map.of("m", Map.of("l", Set.of("x", "y"))), options.metrics().allowedLabels());
    assertEquals(Verbosity.of(4), options.logging().verbosity());
    assertEquals(
        Map.of("prometheus", Map.of("url", "http://p:9090")), options.providers().settings());
    assertEquals(List.of("external=prometheus"), options.providers().routes());
  }

  @Test
  void commandLineOverridesConfigFile() throws IOException {
    RunOptions options =
        configured(
            """
            kube-api-qps: 1
            kube-api-burst: 2
            authorization-always-allow-paths: [/a]
            routes: [external=later]
            """,
            "--kube-api-qps=5",
            "--authorization-always-allow-paths=/b",
            "--metric-route=external=first");
    assertEquals(new ClientOptions(5, 2, ContentType.PROTOBUF), options.client());
    assertEquals(List.of("/b"), options.authorization().alwaysAllowed());
    assertEquals(List.of("external=first", "external=later"), options.providers().routes());
  }

  @Test
  void emptyConfigFileSetsNothing() throws IOException {
    assertEquals(ClientOptions.DEFAULTS, configured("").client());
    assertEquals(ClientOptions.DEFAULTS, configured("# nothing\n").client());
  }

  @Test
  void configFileErrorsHaveLineNumbers() throws IOException {
    assertEquals(
        "/hpa.yaml:2: leader-elekt: unknown; did you mean leader-elect?",
        misconfigured("kube-api-qps: 1\nleader-elekt: false\n"));
    assertEquals(
        "/hpa.yaml:1: kube-api-qps: 'many' is not a number; use a value such as 0.1",
        misconfigured("kube-api-qps: many\n"));
    assertEquals(
        "/hpa.yaml:2: tls-curve-preferences: 'x' is not an integer; use a value such as 5",
        misconfigured("tls-curve-preferences:\n- x\n"));
    assertEquals(
        "/hpa.yaml:1: master: is a list or a map; give a single value",
        misconfigured("master: [a, b]\n"));
    assertEquals("/hpa.yaml:1: version: unknown", misconfigured("version: true\n"));
    assertEquals(
        "/hpa.yaml:1: the document is not a map; write FLAG: VALUE", misconfigured("- a\n"));
    assertTrue(misconfigured("a: [\n").startsWith("/hpa.yaml:2: is not valid YAML: "));
    assertTrue(misconfigured("a: \u0007\n").startsWith("/hpa.yaml: is not valid YAML: "));
    String deep = misconfigured("a: " + "[".repeat(100_000) + "\n");
    assertTrue(deep.contains(": is not valid YAML: "), deep);
    String large = misconfigured("master: " + "x".repeat(4 << 20) + "\n");
    assertEquals("/hpa.yaml: is longer than 1 MiB; check the path", large);
    assertEquals(
        "/hpa.yaml:1: the value contains a NUL character; remove it",
        misconfigured("master: \"a\\0b\"\n"));
    assertEquals(
        "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got 0",
        misconfigured("concurrent-horizontal-pod-autoscaler-syncs: 0\n"));
  }

  @Test
  void usageErrorPrintsOneLineAndExitsWithStatusOne() {
    Program run = Program.run("--kube-api-qps=many");
    assertEquals(1, run.status());
    assertEquals(
        "hpa-controller: invalid argument \"many\" for \"--kube-api-qps\" flag: 'many' is not a"
            + " number; use a value such as"
            + " 0.1\n",
        run.err());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @CsvSource({
    "--version, Kubernetes v1.37.2",
    "--emulated-version=1.36 --version, Kubernetes v1.36.2",
    "--emulated-version=1.37 --version, Kubernetes v1.37.2",
    "--emulated-version=1.37 --version=raw, 'version.Info{Major:\"1\", Minor:\"37\","
        + " GitVersion:\"v1.37.2\", Compiler:\"java\"}'",
    "--emulated-version=1.38 --version, Kubernetes 1.38 (preview of v1.38.0-beta.0)",
  })
  void versionIsThatOfTheEmulatedRelease(String words, String line) {
    assertEquals(line, Program.run(words.split(" ")).out().strip());
  }

  @ParameterizedTest
  @CsvSource({
    "1.36, 1.35, v1.36.2+ours",
    "1.37, 1.36, v1.37.2+ours",
    "1.38, 1.37, v1.38.0-beta.0+ours",
  })
  void versionsBelongToTheEmulatedRelease(String emulated, String hidden, String reported) {
    String emulation = "--emulated-version=" + emulated;
    assertEquals(
        reported,
        options(emulation, "--show-hidden-metrics-for-version=" + hidden, "--version=" + reported)
            .reportedVersion());
    assertEquals(
        "metrics.showHiddenMetricsForVersion: Invalid value: \"1.34\": must be omitted or have the"
            + " value '%s'; only the previous minor version is allowed".formatted(hidden),
        refusal(emulation, "--show-hidden-metrics-for-version=1.34"));
    assertEquals(
        "invalid argument \"v1.39.0\" for \"--version\" flag: version \"v1.39.0\" must match"
            + " major/minor/patch of default version \"%s\""
                .formatted(reported.replace("+ours", "")),
        refusal(emulation, "--version=v1.39.0"));
  }

  @Test
  void filesWithoutCertificatesAreNamedWithTheirPurpose() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    assertEquals(
        "unable to load client CA provider: missing content for CA bundle \"client-ca-bundle::%s\""
            .formatted(empty),
        refusal("--client-ca-file=" + empty));
    String garbage = path("garbage.pem");
    assertEquals(
        "unable to create request header authentication config: error loading CA bundle for"
            + " \"request-header::%s\": data does not contain any valid RSA or ECDSA certificates"
                .formatted(garbage),
        refusal("--requestheader-client-ca-file=" + garbage));
  }

  @Test
  void versionIsPrinted() {
    Program run = Program.run("--version");
    assertEquals("Kubernetes v1.37.2\n", run.out());
    assertEquals(0, run.status());
  }

  @Test
  void helpGroupsFlagsByTopic() {
    Program help = Program.run("--help");
    assertEquals(0, help.status());
    assertTrue(help.lines().contains("Leader election flags:"), help.out());
    assertTrue(help.out().contains("--leader-elect-renew-deadline"), help.out());
    assertFalse(help.out().contains("--concurrent-gc-syncs"), help.out());
    assertTrue(help.out().contains("hpa-controller --config"), help.out());
    assertTrue(help.lines().contains("  -h, --help             Show this help message and exit."));
    assertTrue(
        help.lines()
            .contains(
                "      --version[=BOOL]   Print the emulated Kubernetes version and exit; raw"));
    assertTrue(
        help.lines().stream()
            .allMatch(line -> line.length() <= 80 || line.startsWith("  hpa-controller ")),
        help.out());
  }
}
