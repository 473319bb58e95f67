package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Prints resources with few columns. */
final class BasicPrinters {

  static final ResourcePrinter CONFIG_MAPS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Data",
                  """
                  Data contains the configuration data. Each key must consist of alphanumeric \
                  characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the \
                  BinaryData field. The keys stored in Data must not overlap with the keys in \
                  the BinaryData field, this is enforced during validation process."""),
              TableColumn.AGE),
          (map, now) ->
              List.of(
                  FieldReader.name(map),
                  map.path("data").size() + map.path("binaryData").size(),
                  AgeFormat.of(map, now)));

  static final ResourcePrinter SECRETS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Type",
                  """
                  Used to facilitate programmatic handling of secret data. More info: \
                  https://kubernetes.io/docs/concepts/configuration/secret/#secret-types"""),
              TableColumn.text(
                  "Data",
                  """
                  Data contains the secret data. Each key must consist of alphanumeric characters, \
                  '-', '_' or '.'. The serialized form of the secret data is a base64 encoded \
                  string, representing the arbitrary (possibly non-string) data value here. \
                  Described in https://tools.ietf.org/html/rfc4648#section-4"""),
              TableColumn.AGE),
          (secret, now) ->
              List.of(
                  FieldReader.name(secret),
                  FieldReader.text(secret.path("type")),
                  secret.path("data").size(),
                  AgeFormat.of(secret, now)));

  static final ResourcePrinter SERVICE_ACCOUNTS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
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
              TableColumn.AGE),
          (account, now) ->
              List.of(
                  FieldReader.name(account),
                  account.path("secrets").size(),
                  AgeFormat.of(account, now)));

  static final ResourcePrinter NAMESPACES =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text("Status", "The status of the namespace"),
              TableColumn.AGE),
          (namespace, now) ->
              List.of(
                  FieldReader.name(namespace),
                  FieldReader.textOr(namespace.path("status").path("phase"), "Active"),
                  AgeFormat.of(namespace, now)));

  static final ResourcePrinter LEASES =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Holder",
                  """
                  holderIdentity contains the identity of the holder of a current lease. If \
                  Coordinated Leader Election is used, the holder identity must be equal to \
                  the elected LeaseCandidate.metadata.name field."""),
              TableColumn.AGE),
          (lease, now) ->
              List.of(
                  FieldReader.name(lease),
                  FieldReader.text(lease.path("spec").path("holderIdentity")),
                  AgeFormat.of(lease, now)));

  static final ResourcePrinter DISRUPTION_BUDGETS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Min Available", "The minimum number of pods that must be available."),
              TableColumn.text(
                  "Max Unavailable", "The maximum number of pods that may be unavailable."),
              TableColumn.number(
                  "Allowed Disruptions",
                  "Calculated number of pods that may be disrupted at this time."),
              TableColumn.AGE),
          (budget, now) ->
              List.of(
                  FieldReader.name(budget),
                  FieldReader.textOr(budget.path("spec").path("minAvailable"), "N/A"),
                  FieldReader.textOr(budget.path("spec").path("maxUnavailable"), "N/A"),
                  FieldReader.number(budget.path("status").path("disruptionsAllowed")),
                  AgeFormat.of(budget, now)));

  static final ResourcePrinter API_SERVICES =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Service", "The reference to the service that hosts this API endpoint."),
              TableColumn.text("Available", "Whether this service is available."),
              TableColumn.AGE),
          (service, now) ->
              List.of(
                  FieldReader.name(service),
                  backend(service.path("spec").path("service")),
                  availability(service.path("status").path("conditions")),
                  AgeFormat.of(service, now)));

  private BasicPrinters() {}

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
