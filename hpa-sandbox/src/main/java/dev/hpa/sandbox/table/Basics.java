package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Prints resources with few columns. */
final class Basics {

  static final ResourceTable CONFIG_MAPS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text(
                  "Data",
                  """
                  Data contains the configuration data. Each key must consist of alphanumeric \
                  characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the \
                  BinaryData field. The keys stored in Data must not overlap with the keys in \
                  the BinaryData field, this is enforced during validation process."""),
              Column.AGE),
          (map, now) ->
              List.of(
                  Fields.name(map),
                  map.path("data").size() + map.path("binaryData").size(),
                  Ages.of(map, now)));

  static final ResourceTable SECRETS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text(
                  "Type",
                  """
                  Used to facilitate programmatic handling of secret data. More info: \
                  https://kubernetes.io/docs/concepts/configuration/secret/#secret-types"""),
              Column.text(
                  "Data",
                  """
                  Data contains the secret data. Each key must consist of alphanumeric characters, \
                  '-', '_' or '.'. The serialized form of the secret data is a base64 encoded \
                  string, representing the arbitrary (possibly non-string) data value here. \
                  Described in https://tools.ietf.org/html/rfc4648#section-4"""),
              Column.AGE),
          (secret, now) ->
              List.of(
                  Fields.name(secret),
                  Fields.text(secret.path("type")),
                  secret.path("data").size(),
                  Ages.of(secret, now)));

  static final ResourceTable SERVICE_ACCOUNTS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text(
                  "Secrets",
                  """
                  Secrets is a list of the secrets in the same namespace that pods running using \
                  this ServiceAccount are allowed to use. Pods are only limited to this list if \
                  this service account has a "kubernetes.io/enforce-mountable-secrets" annotation \
                  set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is \
                  deprecated since v1.32. Prefer separate namespaces to isolate access to mounted \
                  secrets. This field should not be used to find auto-generated service account \
                  token secrets for use outside of pods. Instead, tokens can be requested directly \
                  using the TokenRequest API, or service account token secrets can be manually \
                  created. More info: https://kubernetes.io/docs/concepts/configuration/secret"""),
              Column.AGE),
          (account, now) ->
              List.of(Fields.name(account), account.path("secrets").size(), Ages.of(account, now)));

  static final ResourceTable NAMESPACES =
      new ResourceTable(
          List.of(
              Column.IDENTITY, Column.text("Status", "The status of the namespace"), Column.AGE),
          (namespace, now) ->
              List.of(
                  Fields.name(namespace),
                  Fields.textOr(namespace.path("status").path("phase"), "Active"),
                  Ages.of(namespace, now)));

  static final ResourceTable LEASES =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text(
                  "Holder",
                  """
                  holderIdentity contains the identity of the holder of a current lease. If \
                  Coordinated Leader Election is used, the holder identity must be equal to \
                  the elected LeaseCandidate.metadata.name field."""),
              Column.AGE),
          (lease, now) ->
              List.of(
                  Fields.name(lease),
                  Fields.text(lease.path("spec").path("holderIdentity")),
                  Ages.of(lease, now)));

  static final ResourceTable DISRUPTION_BUDGETS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text("Min Available", "The minimum number of pods that must be available."),
              Column.text("Max Unavailable", "The maximum number of pods that may be unavailable."),
              Column.number(
                  "Allowed Disruptions",
                  "Calculated number of pods that may be disrupted at this time."),
              Column.AGE),
          (budget, now) ->
              List.of(
                  Fields.name(budget),
                  Fields.textOr(budget.path("spec").path("minAvailable"), "N/A"),
                  Fields.textOr(budget.path("spec").path("maxUnavailable"), "N/A"),
                  Fields.number(budget.path("status").path("disruptionsAllowed")),
                  Ages.of(budget, now)));

  static final ResourceTable API_SERVICES =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text("Service", "The reference to the service that hosts this API endpoint."),
              Column.text("Available", "Whether this service is available."),
              Column.AGE),
          (service, now) ->
              List.of(
                  Fields.name(service),
                  backend(service.path("spec").path("service")),
                  availability(service.path("status").path("conditions")),
                  Ages.of(service, now)));

  private Basics() {}

  private static String backend(JsonNode service) {
    return service.isObject()
        ? service.path("namespace").asText() + "/" + service.path("name").asText()
        : "Local";
  }

  private static String availability(JsonNode conditions) {
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals("Available")) {
        String status = condition.path("status").asText();
        return status.equals("True")
            ? status
            : status + " (" + condition.path("reason").asText() + ")";
      }
    }
    return "Unknown";
  }
}
