package dev.hpa.app.cli;

import dev.hpa.app.serving.ListenAddress;
import dev.hpa.app.serving.ServingOptions;
import dev.hpa.app.serving.ServingOptions.NamedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where and how health, metrics and the like are served. */
final class ServingFlags {

  private static final Set<String> SUITES =
      Set.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
          "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
          "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
          "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
          "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
          "TLS_RSA_WITH_AES_128_CBC_SHA",
          "TLS_RSA_WITH_AES_128_CBC_SHA256",
          "TLS_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_RSA_WITH_AES_256_CBC_SHA",
          "TLS_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_RSA_WITH_RC4_128_SHA");

  private static final Set<String> HTTP2_SUITES =
      Set.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");

  /** The numbers of TLS for key exchanges, and the JDK's names. */
  private static final Map<Integer, String> CURVES =
      Map.of(
          23, "secp256r1",
          24, "secp384r1",
          25, "secp521r1",
          29, "x25519",
          4587, "SecP256r1MLKEM768",
          4588, "X25519MLKEM768",
          4589, "SecP384r1MLKEM1024");

  private static final Map<String, String> VERSIONS =
      Map.of(
          "", "TLSv1.2",
          "VersionTLS10", "TLSv1.2",
          "VersionTLS11", "TLSv1.2",
          "VersionTLS12", "TLSv1.2",
          "VersionTLS13", "TLSv1.3");

  @Option(
      names = "--secure-port",
      paramLabel = "PORT",
      converter = GoNumbers.Int64.class,
      defaultValue = "10257",
      description = "Port for HTTPS; 0 serves nothing (default: ${DEFAULT-VALUE}).")
  private long port;

  @Option(
      names = "--bind-address",
      paramLabel = "IP",
      converter = Ip.class,
      defaultValue = "0.0.0.0",
      description =
          "Address to listen on; empty, 0.0.0.0 or :: for all (default: ${DEFAULT-VALUE}).")
  private String bindAddress = "";

  @Option(
      names = "--cert-dir",
      paramLabel = "DIR",
      description =
          "Where kube-controller-manager.crt and .key lie, and are written if missing; not used with"
              + " --tls-cert-file. Without either a certificate is made at each start.")
  private String certificateDir = "";

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "The server's certificate and its chain in PEM.")
  private String certificate = "";

  @Option(
      names = "--tls-private-key-file",
      paramLabel = "FILE",
      description = "The key of --tls-cert-file in PEM.")
  private String key = "";

  @Option(
      names = "--tls-sni-cert-key",
      paramLabel = "CERT,KEY[:NAME,...]",
      converter = Named.class,
      description =
          "A certificate and its key for callers who ask for one of the names, which may begin with"
              + " *.; without names, for those in the certificate. May be given again.")
  private List<NamedCertificate> named = new ArrayList<>();

  @Option(
      names = "--tls-cipher-suites",
      paramLabel = "SUITE,...",
      converter = Csv.Converter.class,
      description =
          "Cipher suites of TLS 1.2 by their names in TLS; without any, those with ECDHE and GCM or"
              + " ChaCha20-Poly1305, and CBC only when it is named. TLS 1.3 has its own, which are"
              + " always on. Those the JDK has turned off stay off.")
  private List<Csv> cipherSuites = new ArrayList<>();

  @Option(
      names = "--tls-curve-preferences",
      paramLabel = "N,...",
      converter = Csv.Numbers.class,
      description =
          "Key exchanges by their numbers in TLS, such as 29 for X25519 (default: the JDK's"
              + " choice).")
  private List<Csv> curves = new ArrayList<>();

  @Option(
      names = "--tls-min-version",
      paramLabel = "VERSION",
      description =
          "VersionTLS12 (default) or VersionTLS13; VersionTLS10 and VersionTLS11 are accepted, but the"
              + " JDK speaks nothing older than 1.2.")
  private String minVersion = "";

  @Option(
      names = "--disable-http2-serving",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description = "Offer HTTP/1.1 alone.")
  private boolean noHttp2;

  @Option(
      names = "--http2-max-streams-per-connection",
      paramLabel = "N",
      converter = GoNumbers.Int64.class,
      defaultValue = "0",
      description = "Streams of one HTTP/2 connection at the same time; zero for 100.")
  private long maxStreams;

  @Option(
      names = "--permit-port-sharing",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Let other processes that permit it too listen at the same port (SO_REUSEPORT).")
  private boolean sharedPort;

  /** Whether anything is served. */
  boolean served() {
    return port != 0;
  }

  /** What is wrong at first sight. */
  void check(Problems problems) {
    if (port > 65535) {
      problems.add(
          "--secure-port "
              + port
              + " must be between 1 and 65535, inclusive. It cannot be turned off with 0");
    } else if (port < 0) {
      problems.add(
          "--secure-port "
              + port
              + " must be between 0 and 65535, inclusive. 0 for turning off secure port");
    }
  }

  /** Makes the folder certificates are written to, before anything else is looked at. */
  void prepareFolder() {
    if (certificateDir.isEmpty() || !certificate.isEmpty() || !key.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(Path.of(certificateDir));
    } catch (IOException failure) {
      throw new UsageException(
          "error creating self-signed certificates: mkdir "
              + certificateDir
              + ": no such file or directory",
          failure);
    }
  }

  /**
   * Refuses what cannot be served with.
   *
   * @param port refuses an address that cannot be listened on
   */
  void requireUsable(PortCheck port) {
    try {
      port.require(address());
    } catch (IOException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
    if (!certificate.isEmpty() || !key.isEmpty()) {
      requirePair("", certificate, key);
    }
    for (String suite : suites()) {
      if (!SUITES.contains(suite)) {
        throw new UsageException("Cipher suite " + suite + " not supported or doesn't exist");
      }
    }
    curveNames();
    tlsVersion();
    for (NamedCertificate each : named) {
      requirePair(
          "failed to load SNI cert and key: ",
          each.certificate().toString(),
          each.key().toString());
    }
  }

  /** Refuses an address that cannot be listened on. */
  @FunctionalInterface
  interface PortCheck {

    /** Looks at no port. */
    PortCheck NONE = any -> {};

    /** Listens for a moment. */
    PortCheck LISTENING = ListenAddress::require;

    /**
     * Checks an address.
     *
     * @throws IOException with upstream's text when it cannot be listened on
     */
    void require(ServingOptions address) throws IOException;
  }

  private static void requirePair(String why, String certificate, String key) {
    try {
      FlagFiles.requirePair(certificate, key);
    } catch (IOException failure) {
      throw new UsageException(why + failure.getMessage(), failure);
    }
  }

  /** Refuses suites that HTTP/2 forbids to go without. */
  void requireSuitesOfHttp2() {
    if (!noHttp2
        && !suites().isEmpty()
        && !tlsVersion().equals("TLSv1.3")
        && suites().stream().noneMatch(HTTP2_SUITES::contains)) {
      throw new UsageException(
          "error configuring http2: http2: TLSConfig.CipherSuites is missing an HTTP/2-required"
              + " AES_128_GCM_SHA256 cipher (need at least one of"
              + " TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or"
              + " TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)");
    }
  }

  private List<String> suites() {
    return Csv.items(cipherSuites);
  }

  private List<String> curveNames() {
    Set<Integer> seen = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (String text : Csv.items(curves)) {
      int number = new GoNumbers.Int32().convert(text);
      if (number < 1 || number > 65535) {
        throw new UsageException(
            "curve preference " + number + " is out of range (must be 1-65535)");
      }
      if (!seen.add(number)) {
        throw new UsageException("duplicate curve preference " + number);
      }
      String name = CURVES.get(number);
      if (name == null) {
        throw new UsageException(
            "curve preference " + number + " is not supported; known are " + sorted(CURVES));
      }
      names.add(name);
    }
    return names;
  }

  private static List<Integer> sorted(Map<Integer, String> curves) {
    return curves.keySet().stream().sorted().toList();
  }

  private String tlsVersion() {
    String version = VERSIONS.get(minVersion);
    if (version == null) {
      throw new UsageException("unknown tls version \"" + minVersion + "\"");
    }
    return version;
  }

  private ServingOptions address() {
    ServingOptions any = ServingOptions.DEFAULTS;
    return new ServingOptions(
        bindAddress,
        Math.toIntExact(port),
        null,
        null,
        null,
        List.of(),
        any.minTlsVersion(),
        List.of(),
        List.of(),
        any.http2(),
        any.maxStreams(),
        sharedPort);
  }

  /** The options these flags stand for. */
  ServingOptions options() {
    return new ServingOptions(
        bindAddress,
        Math.toIntExact(port),
        FlagFiles.path(certificate),
        FlagFiles.path(key),
        FlagFiles.path(certificateDir),
        named,
        tlsVersion(),
        suites(),
        curveNames(),
        !noHttp2,
        Math.clamp(maxStreams, 0, Integer.MAX_VALUE),
        sharedPort);
  }

  /** IP addresses, in no other form than Go reads: numbers without leading zeros. */
  static final class Ip implements ITypeConverter<String> {

    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final String V4 = "(" + BYTE + "\\.){3}" + BYTE;
    private static final Pattern DOTTED = Pattern.compile(V4);
    private static final String GROUP = "[0-9a-fA-F]{1,4}";
    private static final Pattern GROUPS =
        Pattern.compile("(" + GROUP + ":)*(" + GROUP + "|" + V4 + ")");

    @Override
    public String convert(String text) {
      String address = text.strip();
      if (address.isEmpty() || DOTTED.matcher(address).matches() || isV6(address)) {
        return address;
      }
      throw new TypeConversionException("failed to parse IP: \"" + text + "\"");
    }

    private static boolean isV6(String address) {
      if (!address.contains(":")) {
        return false;
      }
      String[] halves = address.split("::", -1);
      int groups = 0;
      for (String half : halves) {
        if (!half.isEmpty() && !GROUPS.matcher(half).matches()) {
          return false;
        }
        groups += half.isEmpty() ? 0 : half.split(":", -1).length + (half.contains(".") ? 1 : 0);
      }
      return halves.length == 1 ? groups == 8 : halves.length == 2 && groups < 8;
    }
  }

  /** Certificates for names: {@code CERT,KEY} or {@code CERT,KEY:NAME,...}. */
  static final class Named implements ITypeConverter<NamedCertificate> {
    @Override
    public NamedCertificate convert(String text) {
      int colon = text.indexOf(':');
      String[] files = (colon < 0 ? text : text.substring(0, colon)).split(",", -1);
      List<String> names = colon < 0 ? List.of() : stripped(text.substring(colon + 1));
      if (colon >= 0 && text.substring(colon + 1).isBlank()) {
        throw new TypeConversionException("empty names list is not allowed");
      }
      if (files.length != 2) {
        throw new TypeConversionException(
            "expected comma separated certificate and key file paths");
      }
      return new NamedCertificate(Path.of(files[0].strip()), Path.of(files[1].strip()), names);
    }

    private static List<String> stripped(String names) {
      return List.of(names.split(",", -1)).stream().map(String::strip).toList();
    }
  }
}
