package dev.hpa.app.cli;

import dev.hpa.app.cli.FlagTypes.ListType;
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
import java.util.stream.Stream;

/** The flags of the HTTPS server for health checks, metrics and debug pages. */
final class ServingFlags extends FlagGroup {

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

  /** TLS numbers of key exchange groups, with the JDK's names. */
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

  private final Flag<Long> port =
      flag(
          "secure-port",
          "PORT",
          FlagTypes.INT64,
          "10257",
          "HTTPS port; 0 disables serving (default: ${DEFAULT-VALUE}).");

  private final Flag<String> bindAddress =
      flag(
          "bind-address",
          "IP",
          Ip::parse,
          "0.0.0.0",
          "IP address to listen on; empty, 0.0.0.0 or :: for all interfaces (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<String> certificateDir =
      text(
          "cert-dir",
          "DIR",
          "Directory of kube-controller-manager.crt and .key, which are created if they"
              + " do not exist; ignored with --tls-cert-file. Without both flags, a self-signed"
              + " certificate is created at each start.");

  private final Flag<String> certificate =
      text("tls-cert-file", "FILE", "Server certificate and its chain, in PEM.");

  private final Flag<String> key =
      text("tls-private-key-file", "FILE", "Private key of --tls-cert-file, in PEM.");

  private final Flag<List<NamedCertificate>> sniCertificates =
      optional(
          "tls-sni-cert-key",
          "CERT,KEY[:NAME,...]",
          new ListType<>(ServingFlags::sniCertificate),
          "Certificate and key for the given server names (SNI), which may begin with *.;"
              + " without names, for the names in the certificate. Repeatable.");

  private final Flag<List<String>> cipherSuites =
      csv(
          "tls-cipher-suites",
          "SUITE,...",
          "Cipher suites of TLS 1.2 (default: ECDHE suites with GCM or ChaCha20-Poly1305;"
              + " CBC suites only if listed). TLS 1.3 suites are always enabled. Suites that"
              + " the JDK disables stay disabled.");

  private final Flag<List<String>> curves =
      optional(
          "tls-curve-preferences",
          "N,...",
          FlagTypes.CSV_NUMBERS,
          "Key exchange groups by their TLS numbers, such as 29 for X25519 (default:"
              + " X25519, P-256, P-384).");

  private final Flag<String> minVersion =
      text(
          "tls-min-version",
          "VERSION",
          "VersionTLS12 or VersionTLS13 (default: VersionTLS12). VersionTLS10 and"
              + " VersionTLS11 are accepted and treated as VersionTLS12, because the JDK does"
              + " not support them.");

  private final Flag<Boolean> noHttp2 =
      bool("disable-http2-serving", false, "Serve HTTP/1.1 only.");

  private final Flag<Long> maxStreams =
      flag(
          "http2-max-streams-per-connection",
          "N",
          FlagTypes.INT64,
          "0",
          "Maximum number of concurrent streams per HTTP/2 connection; 0 for 16.");

  private final Flag<Boolean> sharedPort =
      bool(
          "permit-port-sharing",
          false,
          "Set SO_REUSEPORT, so that several processes can listen on the same port.");

  boolean isEnabled() {
    return port.get() != 0;
  }

  void check(Problems problems) {
    if (port.get() > 65535) {
      problems.add(
          "--secure-port "
              + port.get()
              + " must be between 1 and 65535, inclusive. It cannot be turned off with 0");
    } else if (port.get() < 0) {
      problems.add(
          "--secure-port "
              + port.get()
              + " must be between 0 and 65535, inclusive. 0 for turning off secure port");
    }
  }

  /** Creates the certificate directory, before any other check. */
  void createCertificateDirectory() {
    if (certificateDir.get().isEmpty() || !certificate.get().isEmpty() || !key.get().isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(Path.of(certificateDir.get()));
    } catch (IOException failure) {
      throw new UsageException(
          "error creating self-signed certificates: mkdir "
              + certificateDir.get()
              + ": no such file or directory",
          failure);
    }
  }

  /**
   * Rejects unusable addresses, certificates and TLS settings.
   *
   * @param check checks the address
   */
  void requireUsable(PortCheck check) {
    try {
      check.require(address());
    } catch (IOException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
    if (!certificate.get().isEmpty() || !key.get().isEmpty()) {
      requirePair("", certificate.get(), key.get());
    }
    for (String suite : suites()) {
      if (!SUITES.contains(suite)) {
        throw new UsageException("Cipher suite " + suite + " not supported or doesn't exist");
      }
    }
    curveNames();
    tlsVersion();
    for (NamedCertificate each : sniCertificates.get()) {
      requirePair(
          "failed to load SNI cert and key: ",
          each.certificate().toString(),
          each.key().toString());
    }
  }

  /** Checks that an address can be listened on. */
  @FunctionalInterface
  interface PortCheck {

    PortCheck NONE = any -> {};

    /** Listens on the port briefly. */
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

  /** Rejects cipher suites without one that HTTP/2 requires. */
  void requireHttp2CipherSuite() {
    if (!noHttp2.get()
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
    return cipherSuites.get();
  }

  private List<String> curveNames() {
    Set<Integer> seen = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (String text : curves.get()) {
      int number = GoNumbers.int32(text);
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
            "curve preference " + number + " is not supported; use " + sorted(CURVES));
      }
      names.add(name);
    }
    return names;
  }

  private static List<Integer> sorted(Map<Integer, String> curves) {
    return curves.keySet().stream().sorted().toList();
  }

  private String tlsVersion() {
    String version = VERSIONS.get(minVersion.get());
    if (version == null) {
      throw new UsageException("unknown tls version \"" + minVersion.get() + "\"");
    }
    return version;
  }

  private ServingOptions address() {
    ServingOptions any = ServingOptions.DEFAULTS;
    return new ServingOptions(
        bindAddress.get(),
        Math.toIntExact(port.get()),
        null,
        null,
        null,
        List.of(),
        any.minTlsVersion(),
        List.of(),
        List.of(),
        any.http2(),
        any.maxStreams(),
        sharedPort.get());
  }

  /** The options that these flags set. */
  ServingOptions options() {
    return new ServingOptions(
        bindAddress.get(),
        Math.toIntExact(port.get()),
        FlagFiles.path(certificate.get()),
        FlagFiles.path(key.get()),
        FlagFiles.path(certificateDir.get()),
        sniCertificates.get(),
        tlsVersion(),
        suites(),
        curveNames(),
        !noHttp2.get(),
        Math.clamp(maxStreams.get(), 0, Integer.MAX_VALUE),
        sharedPort.get());
  }

  /** IP addresses as Go parses them: numbers have no leading zeros. */
  private static final class Ip {

    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final String V4 = "(" + BYTE + "\\.){3}" + BYTE;
    private static final Pattern DOTTED = Pattern.compile(V4);
    private static final String GROUP = "[0-9a-fA-F]{1,4}";
    private static final Pattern GROUPS =
        Pattern.compile("(" + GROUP + ":)*(" + GROUP + "|" + V4 + ")");

    static String parse(String text) {
      String address = text.strip();
      if (address.isEmpty() || DOTTED.matcher(address).matches() || isV6(address)) {
        return address;
      }
      throw new FlagValueException("failed to parse IP: \"" + text + "\"");
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

  /** A certificate for server names: {@code CERT,KEY} or {@code CERT,KEY:NAME,...}. */
  private static List<NamedCertificate> sniCertificate(String text) {
    int colon = text.indexOf(':');
    String[] files = (colon < 0 ? text : text.substring(0, colon)).split(",", -1);
    List<String> names = colon < 0 ? List.of() : stripped(text.substring(colon + 1));
    if (colon >= 0 && text.substring(colon + 1).isBlank()) {
      throw new FlagValueException("empty names list is not allowed");
    }
    if (files.length != 2) {
      throw new FlagValueException("expected comma separated certificate and key file paths");
    }
    return List.of(
        new NamedCertificate(Path.of(files[0].strip()), Path.of(files[1].strip()), names));
  }

  private static List<String> stripped(String names) {
    return Stream.of(names.split(",", -1)).map(String::strip).toList();
  }
}
