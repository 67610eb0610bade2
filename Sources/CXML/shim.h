// Where libxml2 was built with ICU, its headers include those of ICU, whose types Foundation has in another version. Only the
// layout of converters depends on it, which nobody here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
