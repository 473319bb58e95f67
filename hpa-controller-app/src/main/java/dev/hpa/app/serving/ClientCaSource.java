package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.app.serving.AuthenticationOptions.FrontProxy;
import dev.hpa.app.serving.Authenticator.Authorities;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client CAs: from files if given, otherwise from the ConfigMap {@code
 * kube-system/extension-apiserver-authentication}. {@link #refresh} reloads them; the previous ones
 * are kept if that fails.
 */
final class ClientCaSource {

  private static final Logger LOG = LoggerFactory.getLogger(ClientCaSource.class);
  private static final String NAMESPACE = "kube-system";
  private static final String NAME = "extension-apiserver-authentication";

  private final AuthenticationOptions options;
  private final @Nullable KubernetesApi api;
  private volatile Authorities current;

  private ClientCaSource(
      AuthenticationOptions options, @Nullable KubernetesApi api, Authorities current) {
    this.options = options;
    this.api = api;
    this.current = current;
  }

  /**
   * Loads the CAs.
   *
   * @param api null without an API server
   * @throws IOException if they cannot be loaded and failure is not tolerated
   */
  static ClientCaSource load(AuthenticationOptions options, @Nullable KubernetesApi api)
      throws IOException {
    KubernetesApi reader = options.skipLookup() ? null : api;
    ClientCaSource all =
        new ClientCaSource(
            options, reader, new Authorities(ClientCas.NONE, ClientCas.NONE, options.frontProxy()));
    try {
      all.current = all.read(all.lookUp());
    } catch (KubernetesApiException failure) {
      if (!options.tolerateLookupFailure()) {
        throw new IOException(
            "unable to load configmap based request-header-client-ca-file: " + failure.text(),
            failure);
      }
      LOG.warn(
          "client CAs cannot be loaded, client certificates are not accepted:" + " {}",
          failure.text());
      all.current = all.read(Map.of());
    }
    return all;
  }

  Authorities current() {
    return current;
  }

  /** Reloads the CAs. */
  void refresh() {
    try {
      current = read(lookUp());
    } catch (IOException | KubernetesApiException failure) {
      LOG.warn("client CAs cannot be reloaded: {}", failure.getMessage());
    }
  }

  private Map<String, String> lookUp() throws KubernetesApiException {
    boolean allGiven =
        options.clientAuthority() != null && options.frontProxy().authority() != null;
    if (api == null || allGiven) {
      return Map.of();
    }
    ApiRequest request =
        ApiRequest.get(
            "/api/v1/namespaces/" + NAMESPACE + "/configmaps/" + NAME,
            Map.of(),
            new ApiRequest.Subject("configmaps", "", NAME));
    try {
      JsonNode data = api.call(request, body -> Json.tree(body.readAllBytes())).path("data");
      Map<String, String> texts = new HashMap<>();
      data.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
      return texts;
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return Map.of();
      }
      throw failure;
    }
  }

  private Authorities read(Map<String, String> published) throws IOException {
    FrontProxy given = options.frontProxy();
    Path proxyFile = given.authority();
    FrontProxy rules =
        proxyFile != null || published.isEmpty()
            ? given
            : new FrontProxy(
                null,
                list(published, "requestheader-allowed-names"),
                list(published, "requestheader-username-headers"),
                list(published, "requestheader-group-headers"),
                list(published, "requestheader-uid-headers"),
                list(published, "requestheader-extra-headers-prefix"));
    return new Authorities(
        authority(options.clientAuthority(), published.get("client-ca-file"), "client CA"),
        authority(
            proxyFile, published.get("requestheader-client-ca-file"), "requestheader client CA"),
        rules);
  }

  private static List<String> list(Map<String, String> published, String key) {
    List<String> texts = new ArrayList<>();
    try {
      Json.tree(published.getOrDefault(key, "[]")).forEach(each -> texts.add(each.asText()));
    } catch (JsonFormatException failure) {
      LOG.warn("{}: {} is not a list: {}", NAME, key, failure.getMessage());
    }
    return texts;
  }

  private static ClientCas authority(@Nullable Path file, @Nullable String published, String what)
      throws IOException {
    String pem = file == null ? published : Files.readString(file);
    try {
      return pem == null ? ClientCas.NONE : ClientCas.of(pem);
    } catch (CertificateException failure) {
      throw new IOException(
          "unable to load "
              + what
              + " provider: "
              + (file == null ? NAME : file)
              + ": "
              + failure.getMessage(),
          failure);
    }
  }
}
