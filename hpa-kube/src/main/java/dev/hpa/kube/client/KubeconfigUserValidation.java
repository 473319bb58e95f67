package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates a user of a kubeconfig, with the messages of client-go where it has one. Fields that
 * cannot be used are reported, not ignored.
 */
final class KubeconfigUserValidation {

  private static final List<String> MODES = List.of("Never", "IfAvailable", "Always");

  private final String name;
  private final JsonNode user;
  private final List<String> problems = new ArrayList<>();

  private KubeconfigUserValidation(String name, JsonNode user) {
    this.name = name;
    this.user = user;
  }

  static List<String> problems(String name, JsonNode user) {
    KubeconfigUserValidation check = new KubeconfigUserValidation(name, user);
    check.certificate();
    if (!user.path("exec").isMissingNode() && !user.path("exec").isNull()) {
      check.exec(user.path("exec"));
    }
    check.methods();
    check.impersonation();
    check.provider();
    return check.problems;
  }

  private boolean has(String key) {
    return KubeconfigValidation.has(user, key);
  }

  private void certificate() {
    boolean isGiven = has("client-certificate") || has("client-certificate-data");
    if (!isGiven) {
      if (has("client-key") || has("client-key-data")) {
        problems.add("client-key is specified for " + name + " without client-certificate");
      }
      return;
    }
    if (has("client-certificate") && has("client-certificate-data")) {
      problems.add(
          "client-cert-data and client-cert are both specified for "
              + name
              + ". client-cert-data will override.");
    }
    if (has("client-key") && has("client-key-data")) {
      problems.add(
          "client-key-data and client-key are both specified for "
              + name
              + "; client-key-data will override");
    }
    if (!has("client-key") && !has("client-key-data")) {
      problems.add(
          "client-key-data or client-key must be specified for "
              + name
              + " to use the clientCert authentication method.");
    }
    file("client-certificate", "client-cert");
    file("client-key", "client-key");
  }

  private void file(String key, String what) {
    String path = user.path(key).asText("");
    String missing = KubeconfigValidation.missing(path);
    if (missing != null) {
      problems.add("unable to read " + what + " " + path + " for " + name + missing);
    }
  }

  private void methods() {
    boolean isBasic = has("username") || has("password");
    if (has("token") && isBasic) {
      problems.add(
          "more than one authentication method found for "
              + name
              + "; found [token basicAuth], only one is allowed");
    } else if (has("tokenFile") && isBasic) {
      problems.add(
          "username/password or bearer token may be set, but not both (user \"" + name + "\")");
    } else if (has("password") && !has("username")) {
      problems.add("password is specified for " + name + " without username");
    }
  }

  private void exec(JsonNode exec) {
    String suffix = " must be specified for " + name + " to use exec authentication plugin";
    if (!user.path("auth-provider").isMissingNode() && !user.path("auth-provider").isNull()) {
      problems.add(
          "authProvider cannot be provided in combination with an exec plugin for " + name);
    }
    if (!KubeconfigValidation.has(exec, "command")) {
      problems.add("command" + suffix);
    }
    String version = exec.path("apiVersion").asText("");
    if (version.isEmpty()) {
      problems.add("apiVersion" + suffix);
    }
    for (JsonNode each : exec.path("env")) {
      if (!KubeconfigValidation.has(each, "name")) {
        problems.add("env variable name" + suffix);
      }
    }
    String mode = ExecPlugin.mode(exec);
    if (mode.isEmpty()) {
      problems.add("interactiveMode" + suffix);
    } else if (!MODES.contains(mode)) {
      problems.add("invalid interactiveMode for " + name + ": \"" + mode + "\"");
    }
    if (!version.isEmpty() && !ExecPlugin.VERSIONS.contains(version)) {
      problems.add("exec plugin: invalid apiVersion \"" + version + "\"");
    }
  }

  private void impersonation() {
    boolean isSendable =
        Impersonation.of(user).headers().stream()
            .allMatch(header -> Impersonation.isSendable(header.value()));
    if (!isSendable) {
      problems.add("impersonation for " + name + " has a control character in a value");
    }
    if (!has("as")
        && (has("as-uid")
            || !user.path("as-groups").isEmpty()
            || !user.path("as-user-extra").isEmpty())) {
      problems.add(
          "requesting uid, groups or user-extra for " + name + " without impersonating a user");
    }
  }

  /**
   * Auth providers are not supported: kube-controller-manager removed them in favor of exec
   * plug-ins.
   */
  private void provider() {
    JsonNode provider = user.path("auth-provider");
    if (provider.isObject() && user.path("exec").isMissingNode()) {
      problems.add("no Auth Provider found for name \"" + provider.path("name").asText("") + "\"");
    }
  }
}
